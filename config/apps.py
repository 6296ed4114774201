from django.apps import AppConfig


class CompositionRootConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Tasks that a page sends go to our broker: Celery must know the application before any is sent."""
        from config import celery, checks  # noqa: F401
