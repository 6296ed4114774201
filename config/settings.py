"""Every setting, read from the environment. docs/operations.md holds the table of variables."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django_stubs_ext
import environ
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from psycopg_pool import ConnectionPool

from config.embedded import embedded
from config.monitoring.logs import logging_settings

django_stubs_ext.monkeypatch()  # lets forms and admin classes name their model in the type

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

PRODUCTION = env.bool("PRODUCTION", default=False)
REQUIRED_IN_PRODUCTION = ("SECRET_KEY", "ALLOWED_ORIGINS", "DATABASE_URL", "REDIS_URL", "EMAIL_URL")
if PRODUCTION and (missing := [name for name in REQUIRED_IN_PRODUCTION if not env.str(name, default="")]):
    raise ImproperlyConfigured(f"In production these variables must be set: {', '.join(missing)}.")


def host_of(origin: str) -> str:
    """Return the host of an origin as a Host header writes it: an IPv6 address in brackets."""
    host = urlsplit(origin).hostname or ""
    return f"[{host}]" if ":" in host else host


# --- The site ---------------------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or embedded.secret_key
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
PORT = env.int("PORT", default=8000)
# Full origins, scheme included: pages, forms and sockets are checked against the same list. The first is
# the address that mails and links name.
ALLOWED_ORIGINS = env.list(
    "ALLOWED_ORIGINS", default=[f"http://{host}:{PORT}" for host in ("127.0.0.1", "localhost", "[::1]")]
)
ALLOWED_HOSTS = sorted({host_of(origin) for origin in ALLOWED_ORIGINS})
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

INSTALLED_APPS = [
    "config",
    "tournaments",
    "games",
    "ratings",
    "players",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
]
MIDDLEWARE = [
    "config.monitoring.probes.ProbeMiddleware",
    "config.monitoring.request_log.RequestLogMiddleware",
    "config.middleware.PlainTextMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "players.web.middleware.PreferredLanguageMiddleware",
    "players.web.middleware.PrivatePagesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "players.web.middleware.RefusalMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "players.web.context.theme_and_invitations",
                "tournaments.web.context.tournaments_frame",
            ]
        },
    }
]

# --- Servers ----------------------------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="") or embedded.redis_url
DATABASE = env.db_url_config(env.str("DATABASE_URL", default="") or embedded.database_url)
DATABASES = {
    "default": DATABASE
    | {
        # A pool of exactly this size; kept-open connections leak under ASGI.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "pool": {
                "min_size": 1,
                "max_size": env.int("DATABASE_POOL_SIZE", default=10),
                "timeout": 10,
                # While the database is away, an attempt or two a second for as long as it takes. Left alone, the pool
                # waits twice as long before each attempt, and so for as long again as the database was away.
                "reconnect_timeout": 1,
                "reconnect_failed": ConnectionPool.check,
            },
            "options": "-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000",
            "connect_timeout": 5,
            **DATABASE.get("OPTIONS", {}),
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Longer than the silence that a listener on the bus is used to: redis-py gives up after 5 seconds by default.
REDIS_TIMEOUTS = {"socket_timeout": 15, "socket_connect_timeout": 5, "health_check_interval": 30}


def layer(name: str) -> dict[str, Any]:
    """A channel layer of its own. Pub/sub ignores database numbers, so the prefix names the site and its database."""
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            # By protocol 3 redis-py would compose a line of log for everything that it hears.
            "hosts": [{"address": REDIS_URL, "protocol": 2, **REDIS_TIMEOUTS}],
            "prefix": f"guildhall:{urlsplit(REDIS_URL).path.strip('/') or 0}:{name}:",
        },
    }


# Live pages: a group a page (players/services/live_pages.py). And matches: one group of all web processes
# (games/live/announcements.py), on a layer that can be made anew by itself.
CHANNEL_LAYERS = {"default": layer("pages"), "matches": layer("matches")}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
        "OPTIONS": REDIS_TIMEOUTS,
    }
}
# Functions called with the ids of finished matches, and of matches that have been rated.
MATCHES_FINISHED_RECEIVERS = ["games.services.rating.rating_nudge", "tournaments.services.nudges.matches_finished"]
MATCHES_RATED_RECEIVERS = ["games.services.rating.ratings_announce"]
# Functions called with a player who deletes their account, inside the transaction: they give up the player's places.
PLAYER_LEAVING_RECEIVERS = [
    "tournaments.services.account_deletion.player_leave_tournaments",
    "games.services.leaving.player_leave_tables",
]
# Functions that return whether a player has taken a place meanwhile, called once the player's row is locked; if one
# does, the receivers are called again.
PLAYER_LEAVING_CHECKS = ["tournaments.selectors.personal_data.holds_place"]
# The lists of ratings. Each game says which of its modes counts in which.
RATING_POOLS = {
    "pot-de-vin-solo": _("Pot de Vin, each for themselves"),
    "pot-de-vin-teams": _("Pot de Vin, in teams"),
    "pot-de-vin-six": _("Pot de Vin, six each for themselves"),
}
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "global_keyprefix": "celery:",
    "visibility_timeout": 3600,
    **REDIS_TIMEOUTS,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# What kombu calls an error of the channel is mostly a bus that is away: reconnect, and do not end the worker.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_SCHEDULER = "config.processes.beat:LeasedScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_BEAT_SCHEDULE = {
    "guests-expire": {"task": "players.tasks.guests_expire", "schedule": 3600},
    "sessions-expire": {"task": "players.tasks.sessions_expire", "schedule": 24 * 3600},
    "addresses-expire": {"task": "players.tasks.addresses_expire", "schedule": 24 * 3600},
    "matches-advance": {"task": "games.tasks.matches_advance", "schedule": 3},
    # A task that has waited for longer than `expires` is dropped: later ones do the same.
    "sealed-tables-start": {
        "task": "games.tasks.sealed_tables_start",
        "schedule": 1,
        "options": {"expires": 10},
    },
    "tables-close": {"task": "games.tasks.tables_close_abandoned", "schedule": 60},
    "tournaments-sweep": {"task": "tournaments.tasks.tournaments_sweep", "schedule": 2},
    # After each, a thousand spectators may fetch the round: seldom enough not to slow live tables down.
    "points-tell": {"task": "tournaments.tasks.points_tell", "schedule": 20, "options": {"expires": 20}},
    # Mails that no task has sent; this is also how often a mail server that is away is tried.
    "mails-sweep": {"task": "tournaments.tasks.mails_sweep", "schedule": 60, "options": {"expires": 60}},
    "matches-rate": {"task": "games.tasks.matches_rate", "schedule": 5},
    "ratings-sweep": {"task": "ratings.tasks.ratings_sweep", "schedule": 5},
    "ranks-snapshot": {"task": "ratings.tasks.ranks_snapshot", "schedule": 3600},
}

# --- People -----------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.Player"
SILENCED_SYSTEM_CHECKS = ["auth.W004"]  # a name is unique, by an expression that the check does not see
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["players.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "players.passwords.TranslatedMinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "players.web.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_FORMS = {
    "add_email": "players.web.forms.AddEmailForm",
    "change_password": "players.web.forms.ChangePasswordForm",
    "login": "players.web.forms.LoginForm",
    "reauthenticate": "players.web.forms.ReauthenticateForm",
    "reset_password": "players.web.forms.ResetPasswordForm",
    "reset_password_from_key": "players.web.forms.ResetPasswordKeyForm",
    "signup": "players.web.forms.SignupForm",
}
ACCOUNT_RATE_LIMITS = {
    # Wrong passwords: by address, by player and address, and by player at all addresses not known as theirs.
    "login_failed": "10/m/ip",
    "login_failed_here": "5/5m/key",
    "login_failed_elsewhere": "20/5m/key",
    "guest_start": "10/m/ip",
    "table_open": "20/m/ip",
    "table_button": "40/m/user",
    "team_create": "10/m/user",
    "invitation_send": "30/m/user",
}
# Calls of programs a minute, by player; `read_unknown` by address. A bot asks every two seconds where it is expected,
# and the script of a large event enters some hundreds of players in one go.
API_CALLS_PER_MINUTE = {"read": 1200, "read_unknown": 3000, "write": 240, "act": 1200}
# Sockets of visitors without an account, from one address and in each web process: a hall may watch behind one.
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=200)
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Guildhall"
# Functions of each app that return the personal data it stores, for the download of one's data.
PLAYER_DATA_SOURCES = [
    "players.selectors.player_data",
    "ratings.selectors.people.player_data",
    "games.selectors.people.player_data",
    "tournaments.selectors.personal_data.player_data",
]
# A function of a player's key that returns the number of their newest notice.
PLAYER_NEWS_VERSION = "tournaments.selectors.versions.player_news_version"
# Sections that apps add to a player's page and a team's: functions of the request and the subject.
PLAYER_PAGE_SECTIONS = ["ratings.web.sections.player_ratings"]
TEAM_PAGE_SECTIONS = ["ratings.web.sections.team_ratings"]
# Sections at the top of a table's page and below the result of a finished game; and tools beside the buttons of a table
# that waits or is being played, as elements with `data-tool`.
TABLE_PAGE_SECTIONS = ["tournaments.web.sections.tournament_section"]
TABLE_TOOLS = ["tournaments.web.sections.tournament_tool"]

# --- Mail -------------------------------------------------------------------------------------------------

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Guildhall <guildhall@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Languages and time -----------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("pt-br", _("Portuguese")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# --- Files we serve ---------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "staticfiles": {
        "BACKEND": "config.storage.ContentHashedStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = not PRODUCTION

# --- Safety -----------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],  # the QR code of two-factor sign-in is a data: picture
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # gone at sign-out, unlike a cookie
SESSION_ENGINE = "config.sessions"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
CSRF_FAILURE_VIEW = "config.views.csrf_failure"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 3600) if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION and env.bool("HSTS_SUBDOMAINS", default=True)
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# --- Logs -------------------------------------------------------------------------------------------------

LOGGING = logging_settings(json=env.bool("LOG_JSON", default=PRODUCTION), level=env.str("LOG_LEVEL", default="INFO"))
