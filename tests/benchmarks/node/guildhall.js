// Players of ours, by WebSocket. A table is {"addresses": [one a seat], "cookies": [one a seat]}; the order has the origin.
import WebSocket from "ws";
import { run, Table } from "./players.js";

await run(class extends Table {
  connect() {
    return this.table.addresses.map((address, seat) => {
      const headers = { Cookie: this.table.cookies[seat] };
      const socket = new WebSocket(address, { headers, origin: this.order.origin, perMessageDeflate: false });
      socket.on("message", (frame) => this.look(seat, JSON.parse(frame)));
      return socket;
    });
  }

  look(seat, message) {
    if (message.type !== "state") return;
    const [action] = message.view.legal;
    this.see(message.seq, action ? { seat, action } : null, message.result !== null);
  }

  act(seat, action) {
    this.players[seat].send(JSON.stringify({ type: "act", id: `${this.seq}`, seq: this.seq, action }));
  }
});
