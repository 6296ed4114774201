// The players of many tables, in a process of their own: they sit down, wait for a word, play, and say how long it took.
//
// Reads an order {"tables": […], "every": seconds or null, "seconds"}, says "seated" and waits for a line, plays, says
// "played" and waits for another, and writes {"moves", "seconds", "latencies"}: milliseconds from "move sent" until every
// player has it. Whatever differs between servers is in a subclass of Table.
import { createInterface } from "node:readline";

const SEATED_TOGETHER = 20;
// Until everyone has been told who is there; moves are measured, not arrivals.
const A_WHILE = 2000;

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const hear = async () => (await lines.next()).value;
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));
const latencies = [];

// Players who act as soon as everyone has seen the last move, or at a steady pace.
export class Table {
  constructor(table, order) {
    Object.assign(this, { table, order, seq: -1, arrived: 0, sent: 0, moves: 0, over: false });
  }

  // Connects everyone; `see` is called for every state that a player receives.
  connect() {
    throw new Error("a subclass knows how");
  }

  // Sends the move that was found for whoever is to act.
  act(_seat, _action) {
    throw new Error("a subclass knows how");
  }

  async sitDown() {
    const seen = this.all();
    this.players = this.connect();
    await seen;
  }

  all() {
    return new Promise((done) => { this.done = done; });
  }

  see(seq, turn, over) {
    if (seq < this.seq) return;
    if (seq > this.seq) [this.seq, this.arrived, this.turn] = [seq, 0, null];
    this.turn ??= turn;
    this.over = over;
    this.arrived += 1;
    if (this.arrived < this.players.length) return;
    if (this.sent) latencies.push(performance.now() - this.sent);
    this.done();
  }

  async play(until) {
    let due = performance.now();
    while (!this.over && performance.now() < until) {
      if (this.order.every) {
        due += this.order.every * 1000;
        await sleep(Math.max(0, due - performance.now()));
      }
      const seen = this.all();
      this.sent = performance.now();
      this.act(this.turn.seat, this.turn.action);
      await seen;
      this.moves += 1;
    }
  }
}

export async function run(Kind) {
  const order = JSON.parse(await hear());
  const tables = order.tables.map((table) => new Kind(table, order));
  for (let first = 0; first < tables.length; first += SEATED_TOGETHER) {
    await Promise.all(tables.slice(first, first + SEATED_TOGETHER).map((table) => table.sitDown()));
  }
  await sleep(A_WHILE);
  say("seated");
  await hear();
  latencies.length = 0;
  const start = performance.now();
  const pause = order.every ? (order.every * 1000) / tables.length : 0;
  const playing = [];
  for (const [number, table] of tables.entries()) {
    if (pause) await sleep(Math.max(0, start + number * pause - performance.now()));
    playing.push(table.play(start + order.seconds * 1000));
  }
  await Promise.all(playing);
  const seconds = (performance.now() - start) / 1000;
  say("played");
  await hear();
  const figures = { moves: tables.reduce((sum, table) => sum + table.moves, 0), seconds, latencies };
  // Not before all of it is written: a pipe takes 64 kB at a time.
  process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
}
