import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { APP_ROLE, type Connection, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { answerBench } from "../processes.ts";
import { readMemory } from "./memory.ts";

// The smallest server that carries a message from one WebSocket to another: a frame names its recipient and is forwarded
// unchanged; with a database, after one row for it was committed. No session, no rules, no sequence, no heartbeat.

type Frame = { from: string; to: string; text: string };

const TABLE = `
  create table if not exists bench_message (
    id bigint generated always as identity primary key, sender_id uuid not null, recipient_id uuid not null, text text not null,
    sent_at timestamptz not null default now());
  truncate bench_message;
  grant select, insert on bench_message to caramelo_app`;
const INSERT = "insert into bench_message (sender_id, recipient_id, text) values ($1, $2, $3)";

/** Answers the origin at which it is reached; without a connection nothing is stored. */
async function start(connection: Connection | undefined): Promise<string> {
  const store = connection ? await openStore(connection) : async () => {};
  const sockets = new Map<string, WebSocket>();
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.on("connection", (socket, request) => {
    const name = (request.url ?? "").slice(1);
    sockets.set(name, socket);
    socket.on("close", () => sockets.delete(name));
    socket.on("message", async (data: Buffer) => {
      const text = data.toString();
      // Only the bench's own load connects here.
      const frame = JSON.parse(text) as Frame;
      await store(frame);
      sockets.get(frame.to)?.send(text);
    });
  });
  await once(server, "listening");
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openStore(connection: Connection) {
  const owner = openDatabase(connection, { max: 1 });
  await owner.pool.query(TABLE);
  await owner.close();
  const { pool } = openDatabase(connection, { role: APP_ROLE });
  return async ({ from, to, text }: Frame) => {
    await pool.query(INSERT, [from, to, text]);
  };
}

answerBench({ start, memory: readMemory });
