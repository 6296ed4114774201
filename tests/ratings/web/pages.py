"""Pages and files as a visitor gets them."""

import pytest


def body(client, address: str, status: int = 200, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == status, address
    return response.content.decode()


def download(client, address: str) -> str:
    """The server sends it piece by piece; the test's client takes it as one."""
    with pytest.warns(Warning, match="asynchronous iterators"):
        return b"".join(client.get(address)).decode()
