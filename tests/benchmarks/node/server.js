// boardgame.io on one port, in memory, or with its Postgres storage if an address is given.
import { createRequire } from "node:module";
import { trick } from "./game.js";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const [port, lobby, address] = process.argv.slice(2);

const settings = { games: [trick], origins: [/.*/] };
if (address) {
  const { PostgresStore } = require("bgio-postgres");
  settings.db = new PostgresStore(address, { logging: false });
}
const server = Server(settings);
await server.run({ port: Number(port), lobbyConfig: { apiPort: Number(lobby) } });
console.log("ready");
