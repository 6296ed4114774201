from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models.player import Player

TOKEN_NAME_LENGTH = 40


class Token(models.Model):
    """An API token: lets a program act as a player. Only its digest is stored."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=TOKEN_NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("made"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name
