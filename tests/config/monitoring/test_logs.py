"""What logs leave out."""

import logging
import sys
from importlib import import_module

import pytest
from redis.exceptions import ConnectionError as BusAway

from config.monitoring.logs import OUTAGE_LOG_INTERVAL_SECONDS, BusOutageFilter


def record(error: Exception) -> logging.LogRecord:
    """As `logger.exception` makes it."""
    try:
        raise error
    except type(error):
        text = "Unexpected exception in receive task"
        return logging.LogRecord("channels_redis.pubsub", logging.ERROR, "", 1, text, (), sys.exc_info())


@pytest.mark.parametrize("error", [BusAway("refused"), TimeoutError(), ConnectionResetError()])
def test_of_a_bus_that_is_away_one_line_a_minute_is_written_without_its_traceback(error):
    outage, first = BusOutageFilter(), record(error)
    assert outage.filter(first)
    assert first.getMessage() == f"channel layer: bus away ({type(error).__name__})"
    assert (first.levelname, first.exc_info) == ("WARNING", None)
    assert not any(outage.filter(record(error)) for _ in range(60))
    outage.silent_until -= OUTAGE_LOG_INTERVAL_SECONDS
    assert outage.filter(record(error))


def test_any_other_error_is_written_as_it_is():
    outage = BusOutageFilter()
    for _ in range(2):
        other = record(KeyError("a bug"))
        assert outage.filter(other)
        assert other.levelname == "ERROR"
        assert other.exc_info


def test_the_logger_of_the_channel_layer_has_the_filter():
    """By the name under which the layer writes."""
    logger = import_module("channels_redis.pubsub").logger
    assert any(isinstance(one, BusOutageFilter) for one in logger.filters)
