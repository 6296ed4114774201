"""A small mail server for tests: speaks SMTP at a port of its own, and answers as a test wants."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread

ADDRESS = re.compile(rb"<([^>]*)>")


class MailServer(ThreadingTCPServer):
    """Takes every mail, unless `answers` has a line for the command and address, as ("RCPT", "ada@example.org")."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.answers: dict[tuple[str, str], str] = {}
        self.taken: list[str] = []
        self.sessions = 0
        # Called with the address before a mail is taken.
        self.before_taking: Callable[[str], object] = lambda address: None


class Conversation(StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.server.sessions += 1
        self.say(self.server.answers.get(("CONNECT", ""), "220 ready"))
        receiver = ""
        for line in self.rfile:
            command = line[:4].upper().decode()
            if command in ("MAIL", "RCPT"):
                receiver = (ADDRESS.search(line) or [b"", b""])[1].decode()
            if command == "DATA":
                self.take(receiver)
            elif command == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say(self.server.answers.get((command, receiver), "250 fine"))

    def take(self, receiver: str) -> None:
        self.say("354 go on")
        while self.rfile.readline() != b".\r\n":
            pass
        self.server.before_taking(receiver)
        answer = self.server.answers.get(("DATA", receiver), "250 taken")
        if answer.startswith("2"):
            self.server.taken.append(receiver)
        self.say(answer)

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    with MailServer() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield server
        server.shutdown()


class Gate:
    """Stops somebody at a place until the test lets them go on."""

    def __init__(self) -> None:
        self.reached, self.opened = Event(), Event()

    def wait(self) -> None:
        self.reached.set()
        if not self.opened.wait(10):
            raise AssertionError("nobody opens the gate")
