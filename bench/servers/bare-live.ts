import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { APP_ROLE, type Connection, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { answerBench } from "../processes.ts";
import { readMemory } from "./memory.ts";

// The smallest server that carries a message from one WebSocket to another: a frame names its recipient and is forwarded
// unchanged; with a database, after one row for it was committed, or all rows that the product's message has. No session, no
// rules, no heartbeat.

type Frame = { from: string; to: string; text: string };

const TABLE = `
  create table if not exists bench_message (
    id bigint generated always as identity primary key, sender_id uuid not null, recipient_id uuid not null, text text not null,
    sent_at timestamptz not null default now());
  truncate bench_message;
  grant select, insert on bench_message to caramelo_app`;
const INSERT = "insert into bench_message (sender_id, recipient_id, text) values ($1, $2, $3)";

/** What is stored of a message: nothing without a connection, one row, or the same rows as the product stores. */
type Storing = { connection: Connection; isWhole: boolean };

/** Answers the origin at which it is reached. */
async function start(storing: Storing | undefined): Promise<string> {
  const store = await openStore(storing);
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

async function openStore(storing: Storing | undefined): Promise<(frame: Frame) => Promise<void>> {
  if (!storing) return async () => {};
  const { connection, isWhole } = storing;
  if (isWhole) return openWholeStore(connection);
  const owner = openDatabase(connection, { max: 1 });
  await owner.pool.query(TABLE);
  await owner.close();
  const { pool } = openDatabase(connection, { role: APP_ROLE });
  return async ({ from, to, text }: Frame) => {
    await pool.query(INSERT, [from, to, text]);
  };
}

// The equal work as one would write it by hand: one transaction a message, each statement when the one before it was answered.
// The sender pays a token of a conversation that is open already.
const WHOLE = {
  streams: `
    update member_stream set last_seq = last_seq + 1, unread = unread + (member_stream.member_id = $2)::int from (
      select member_id from member_stream where member_id in ($1, $2) order by member_id for update
    ) locked where member_stream.member_id = locked.member_id
    returning member_stream.member_id, last_seq`,
  message: `
    insert into message (id, sender_id, recipient_id, client_id, sender_seq, recipient_seq, text, sent_at)
    values ($1, $2, $3, gen_random_uuid(), $4, $5, $6, now())`,
  conversations: `
    insert into conversation (owner_id, other_id, last_seq, changed_seq, last_message_id, unread, started_at, opened_at)
    values ($1, $2, $3, $3, $5, 0, now(), now()), ($2, $1, $4, $4, $5, 1, null, null)
    on conflict (owner_id, other_id) do update set last_seq = excluded.last_seq, changed_seq = excluded.changed_seq,
      last_message_id = excluded.last_message_id, unread = conversation.unread + excluded.unread`,
  ledger: `
    insert into ledger_entry (id, member_id, kind, provider, provider_object_id, tokens, conversations, written_at)
    values (gen_random_uuid(), $1, 'spend', 'bare', $2, -1, 0, now())`,
  notification: `
    insert into notification (id, member_id, actor_id, type, created_at) values (gen_random_uuid(), $1, $2, 'message', now())
    on conflict (member_id, actor_id) where type = 'message' and dismissed_at is null
    do update set created_at = excluded.created_at`,
};

async function openWholeStore(connection: Connection) {
  const { pool } = openDatabase(connection, { role: APP_ROLE });
  return async ({ from, to, text }: Frame) => {
    const client = await pool.connect();
    const ask = (name: keyof typeof WHOLE, values: unknown[]) => client.query({ name, text: WHOLE[name], values });
    await client.query("begin");
    const { rows } = await ask("streams", [from, to]);
    const seqOf = (id: string): number => rows.find(({ member_id }) => member_id === id).last_seq;
    const [id, own, other] = [randomUUID(), seqOf(from), seqOf(to)];
    await ask("message", [id, from, to, own, other, text]);
    await ask("conversations", [from, to, own, other, id]);
    await ask("ledger", [from, id]);
    await ask("notification", [to, from]);
    await client.query("commit");
    client.release();
  };
}

answerBench({ start, memory: readMemory });
