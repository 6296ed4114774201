"""The ASGI application: which origins may open a socket, and what an unknown address answers."""

import pytest
from channels.testing import WebsocketCommunicator

from config.asgi import application


def socket(origin: str | None, authorization: str = "") -> WebsocketCommunicator:
    headers = [(b"origin", origin.encode())] if origin else []
    if authorization:
        headers.append((b"authorization", authorization.encode()))
    return WebsocketCommunicator(application, "/nowhere/", headers=headers)


async def test_an_unknown_address_closes_with_a_code_that_the_browser_sees():
    communicator = socket("http://127.0.0.1:8000")
    assert await communicator.connect() == (True, None)
    assert await communicator.receive_output() == {"type": "websocket.close", "code": 4404}


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://127.0.0.1:9999", "null", None])
async def test_a_foreign_page_opens_no_socket(origin):
    connected, _ = await socket(origin).connect()
    assert not connected


@pytest.mark.parametrize(("authorization", "lets_in"), [("Bearer abc", True), ("Basic eDp5", False), ("bearer", False)])
async def test_only_a_token_comes_from_anywhere(authorization, lets_in):
    connected, _ = await socket("https://elsewhere.example", authorization).connect()
    assert connected is lets_in
