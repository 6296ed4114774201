from django.apps import AppConfig


class CompositionRootConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Load the Celery application, so that tasks sent by a page reach our broker, and the system checks."""
        from config import celery, checks  # noqa: F401
