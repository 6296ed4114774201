"""Live tables over sockets. docs/protocol.md says what is sent, docs/architecture.md how a move travels."""
