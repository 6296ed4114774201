// The players of many tables, in a process of their own, by socket.io. Speaks as live_clients.py does: an order, then
// "seated", "played" and the figures.
import { createInterface } from "node:readline";
import { io } from "socket.io-client";
import { legal } from "./game.js";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const hear = async () => (await lines.next()).value;
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));
const latencies = [];

class Table {
  constructor(server, match, every) {
    Object.assign(this, { server, match, every, arrived: 0, id: -1, sent: 0, moves: 0, over: false });
  }

  async sitDown() {
    this.sockets = [0, 1, 2, 3].map(() => io(`${this.server}/trick`, { transports: ["websocket"], forceNew: true }));
    this.sockets.forEach((socket, seat) => {
      socket.on("sync", (_, { state }) => this.see(seat, state));
      socket.on("update", (_, state) => this.see(seat, state));
      socket.on("connect", () => socket.emit("sync", this.match, String(seat), undefined, 4));
    });
    await this.all();
  }

  all() {
    return new Promise((done) => { this.done = done; });
  }

  see(seat, state) {
    if (state._stateID < this.id) return;
    if (state._stateID > this.id) [this.id, this.arrived] = [state._stateID, 0];
    if (String(seat) === state.ctx.currentPlayer) this.turn = { seat, card: legal(state.G, seat)[0] };
    this.over = Boolean(state.ctx.gameover);
    this.arrived += 1;
    if (this.arrived < 4) return;
    if (this.sent) latencies.push(performance.now() - this.sent);
    this.done?.();
  }

  async play(until) {
    let due = performance.now();
    while (!this.over && performance.now() < until) {
      if (this.every) {
        due += this.every * 1000;
        await sleep(Math.max(0, due - performance.now()));
      }
      const seen = this.all();
      const { seat, card } = this.turn;
      this.sent = performance.now();
      const action = { type: "MAKE_MOVE", payload: { type: "play", args: [card], playerID: String(seat) } };
      this.sockets[seat].emit("update", action, this.id, this.match, String(seat));
      await seen;
      this.moves += 1;
    }
  }
}

const order = JSON.parse(await hear());
const tables = order.matches.map((match) => new Table(order.server, match, order.every));
for (let first = 0; first < tables.length; first += 20) {
  await Promise.all(tables.slice(first, first + 20).map((table) => table.sitDown()));
}
await sleep(2000); // moves are measured, not arrivals
say("seated");
await hear();
latencies.length = 0;
const start = performance.now();
const pause = order.every ? (order.every * 1000) / tables.length : 0;
const playing = [];
for (const table of tables) {
  playing.push(table.play(start + order.seconds * 1000));
  if (pause) await sleep(pause);
}
await Promise.all(playing);
const seconds = (performance.now() - start) / 1000;
say("played");
await hear();
const figures = { moves: tables.reduce((sum, table) => sum + table.moves, 0), seconds, latencies };
// Not before all of it is written: a pipe takes 64 kB at a time.
process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
