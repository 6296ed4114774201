"""Health checks: is this process alive, and can it reach what it needs?"""

import threading
import time

from django.db import connection
from django.db.utils import Error as DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from redis.exceptions import RedisError

from config.bus import bus

HEARTBEAT_KEY = "guildhall:worker-heartbeat"
# Workers record a heartbeat every two seconds.
HEARTBEAT_LIFETIME_SECONDS = 30
# Set once this process is stopping: readiness answers 503, so that the proxy sends nobody new.
leaving = threading.Event()


def worker_heartbeat_record() -> None:
    """Record on the bus that a worker is alive. Losing one beat is harmless: the bus may just be restarting."""
    try:
        bus().set(HEARTBEAT_KEY, time.time(), ex=HEARTBEAT_LIFETIME_SECONDS)
    except RedisError:
        return


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def bus_answers() -> bool:
    try:
        return bool(bus().ping())
    except RedisError:
        return False


def worker_answers() -> bool:
    try:
        return bool(bus().exists(HEARTBEAT_KEY))
    except RedisError:
        return False


def live(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"live": True})


def ready(request: HttpRequest) -> HttpResponse:
    if leaving.is_set():
        return JsonResponse({"leaving": True}, status=503)
    parts = {"database": database_answers(), "bus": bus_answers(), "worker": worker_answers()}
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)
