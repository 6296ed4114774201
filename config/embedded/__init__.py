"""Guildhall's own PostgreSQL and Valkey: real servers, installed with it, their data in `.guildhall/`.

They stand in for servers of the operator's when DATABASE_URL or REDIS_URL is not set. Nothing starts, and
nothing is written, by importing this.
"""

from config.embedded.errors import CannotStart
from config.embedded.services import CHECKOUT, Embedded, embedded, embedded_if_needed

__all__ = ["CHECKOUT", "CannotStart", "Embedded", "embedded", "embedded_if_needed"]
