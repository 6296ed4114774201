"""A TCP proxy to the site whose connections can go silent, as when a phone changes its network."""

import socket
import threading
from contextlib import suppress


class NetworkProxy:
    """Forwards between a browser and the site. After `change_network`, older connections forward nothing any more.

    It replaces its own port by the site's in requests, because the site accepts its own address only.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.network = 0
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.proxy_port = self.listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.proxy_port}"
        self.sockets: list[socket.socket] = []
        threading.Thread(target=self.accept_connections, daemon=True).start()

    def change_network(self) -> None:
        """Silence all connections without closing them, so that neither side notices."""
        self.network += 1

    def accept_connections(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.port))
                self.connections += 1
                self.sockets += near, far
                for here, there in ((near, far), (far, near)):
                    threading.Thread(target=self.forward, args=(here, there, self.network), daemon=True).start()

    def forward(self, here: socket.socket, there: socket.socket, network: int) -> None:
        with suppress(OSError):
            while data := here.recv(65_536):
                if self.network == network:
                    there.sendall(data.replace(b":%d" % self.proxy_port, b":%d" % self.port))
            if self.network == network:
                there.close()

    def close(self) -> None:
        for one in [self.listener, *self.sockets]:
            one.close()
