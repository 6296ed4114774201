from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length, Upper
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.names import PLAYER_NAME_LENGTH, name_key

models.CharField.register_lookup(Length)


class Language(models.TextChoices):
    """The languages of the site; empty means the browser's preference."""

    AUTOMATIC = "", _("As the browser asks")
    ENGLISH = "en", "English"
    PORTUGUESE = "pt-br", "Português (Brasil)"
    ITALIAN = "it", "Italiano"


class Theme(models.TextChoices):
    """The colour schemes of the site; automatic means the device's preference."""

    AUTOMATIC = "auto", _("As the device asks")
    LIGHT = "light", _("Paper by day")
    DARK = "dark", _("Ink by candlelight")


class PlayerManager(BaseUserManager["Player"]):
    def create_user(self, name: str, email: str = "", password: str | None = None, **fields: Any) -> "Player":
        player = self.model(name=name, name_key=name_key(name), email=email, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, name: str, email: str = "", password: str | None = None) -> "Player":
        return self.create_user(name, email, password, is_staff=True, is_superuser=True)

    def get_by_natural_key(self, username: str | None) -> "Player":
        return self.get(name__iexact=username)


class Player(AbstractBaseUser, PermissionsMixin):
    """The user model: a person with an account, a guest, or the anonymous row of a deleted account."""

    name = models.CharField(_("name"), max_length=PLAYER_NAME_LENGTH[1])
    name_key = models.CharField(max_length=4 * PLAYER_NAME_LENGTH[1], unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)
    languages = ArrayField(
        models.CharField(max_length=3), verbose_name=_("languages"), default=list, blank=True, size=8
    )

    language = models.CharField(
        _("language of the site"), max_length=5, choices=Language, blank=True, default=Language.AUTOMATIC
    )
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, default=Theme.AUTOMATIC)
    sounds = models.BooleanField(_("sounds"), default=False)
    confirm_moves = models.BooleanField(_("confirm moves"), default=False)

    is_guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined_at = models.DateTimeField(_("member since"), default=timezone.now, editable=False)
    left_at = models.DateTimeField(_("left"), null=True, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name_key"]
        constraints = [
            # Upper, because `iexact` compares in upper case and so uses this index.
            models.UniqueConstraint(Upper("name"), name="player_name_unique"),
            models.CheckConstraint(condition=Q(name__length__gte=2) & ~Q(name_key=""), name="player_named"),
            models.CheckConstraint(condition=Q(language__in=Language.values), name="player_language_known"),
            models.CheckConstraint(condition=Q(theme__in=Theme.values), name="player_theme_known"),
            models.CheckConstraint(
                condition=Q(is_guest=False) | Q(email="", is_staff=False, is_superuser=False),
                name="player_guest_is_plain",
            ),
            models.CheckConstraint(
                condition=Q(left_at=None)
                | Q(is_active=False, is_staff=False, is_superuser=False, email="", country="", languages=[]),
                name="player_gone_leaves_nothing",
            ),
        ]
        indexes = [
            models.Index(F("last_login"), name="player_guests_by_login", condition=Q(is_guest=True)),
            models.Index(F("left_at"), name="player_gone_by_day", condition=Q(left_at__isnull=False)),
            models.Index(F("id"), name="player_banned", condition=Q(left_at=None, is_active=False)),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("player_page", args=[self.name])

    @property
    def is_gone(self) -> bool:
        return self.left_at is not None

    @property
    def display_name(self) -> str:
        """Return the name to show; "a former player" for a deleted account."""
        return str(_("a former player")) if self.is_gone else self.name
