// Players of boardgame.io, by socket.io. A table is a match's id; the order has the server's address.
import { io } from "socket.io-client";
import { legal } from "./game.js";
import { run, Table } from "./players.js";

await run(class extends Table {
  connect() {
    return [0, 1, 2, 3].map((seat) => {
      const socket = io(`${this.order.server}/trick`, { transports: ["websocket"], forceNew: true });
      const look = (state) => this.look(seat, state);
      socket.on("sync", (_, { state }) => look(state));
      socket.on("update", (_, state) => look(state));
      socket.on("connect", () => socket.emit("sync", this.table, String(seat), undefined, 4));
      return socket;
    });
  }

  look(seat, state) {
    const isMine = String(seat) === state.ctx.currentPlayer;
    const turn = isMine ? { seat, action: legal(state.G, seat)[0] } : null;
    this.see(state._stateID, turn, Boolean(state.ctx.gameover));
  }

  act(seat, card) {
    const action = { type: "MAKE_MOVE", payload: { type: "play", args: [card], playerID: String(seat) } };
    this.players[seat].emit("update", action, this.seq, this.table, String(seat));
  }
});
