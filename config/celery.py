"""The Celery application: `celery --app config.celery worker`."""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import heartbeat_sent, setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# We accept JSON only, so the warning about pickled tasks for a worker that runs as root says nothing to us.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("guildhall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_django_logging(**_: object) -> None:
    """Keep the logging that Django has set up: having a receiver is enough for Celery to leave it alone."""


@heartbeat_sent.connect
def heartbeat_record(**_: object) -> None:
    """Record that this worker is alive, every two seconds."""
    from config.monitoring.health import worker_heartbeat_record

    worker_heartbeat_record()
