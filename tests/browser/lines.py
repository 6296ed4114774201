"""A line to the site that can go dead without a word, as when a phone leaves one network for another."""

import socket
import threading
from contextlib import suppress


class Line:
    """Stands between a browser and the site. What was connected before `change_network` is never heard again.

    The site knows itself by its own address only, so that is what browsers are made to ask for.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.network = 0
        self.connections = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.own_port = self.door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.own_port}"
        self.ends: list[socket.socket] = []
        threading.Thread(target=self.let_in, daemon=True).start()

    def change_network(self) -> None:
        """Nobody is told: both sides still believe that they are connected."""
        self.network += 1

    def let_in(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.door.accept()
                far = socket.create_connection(("127.0.0.1", self.port))
                self.connections += 1
                self.ends += near, far
                for here, there in ((near, far), (far, near)):
                    threading.Thread(target=self.carry, args=(here, there, self.network), daemon=True).start()

    def carry(self, here: socket.socket, there: socket.socket, network: int) -> None:
        with suppress(OSError):
            while words := here.recv(65_536):
                if self.network == network:
                    there.sendall(words.replace(b":%d" % self.own_port, b":%d" % self.port))
            if self.network == network:
                there.close()

    def cut(self) -> None:
        for end in [self.door, *self.ends]:
            end.close()
