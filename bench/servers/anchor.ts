import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type pg from "pg";
import { type WebSocket, WebSocketServer } from "ws";
import {
  APP_ROLE,
  type Connection,
  openDatabase,
  withClient,
} from "../../apps/server/src/platform/database/database.ts";
import { answerBench } from "../processes.ts";

// The least work for each thing, written by hand over node:http, ws and pg, without framework, contract, validation,
// rules, limits, headers or log. The product is compared with this. Pool, role and named statements are the same as the
// product's.

const TABLE = `
  create table if not exists bench_message (
    id bigint generated always as identity primary key, sender_id uuid not null, recipient_id uuid not null, text text not null,
    sent_at timestamptz not null default now());
  truncate bench_message;
  grant select, insert on bench_message to ${APP_ROLE}`;

/** The rows of one page of the member whose session token is given, from the table that fixtures/pages.ts makes. */
const PAGE = `
  select "row" from bench_page
  where viewer_id = (
      select member_id from session where token_hash = $1 and ended_at is null and expires_at > now()
    ) and path = $2 order by position`;

async function answerPage(pool: pg.Pool, { url, headers }: IncomingMessage): Promise<string> {
  const token = /(?:^|; )caramelo=([\w-]{43})/.exec(headers.cookie ?? "")?.[1] ?? "";
  const values = [createHash("sha256").update(token).digest(), url];
  const { rows } = await pool.query({ name: "page", text: PAGE, values });
  const [first, ...others] = rows;
  if (!first) throw new Error(`no such page: ${url}`);
  const { list, ...head } = first.row;
  return JSON.stringify(list === undefined ? head : { ...head, [list]: others.map(({ row }) => row) });
}

type Frame = { from: string; to: string; text: string };
type Store = (frame: Frame) => Promise<unknown>;

const INSERT = "insert into bench_message (sender_id, recipient_id, text) values ($1, $2, $3)";
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

/**
 * Stores the same rows as the product, as one would write it by hand: one transaction for each message, and one
 * statement after the other. The sender pays a token; the conversation is already open.
 */
async function storeWhole(pool: pg.Pool, { from, to, text }: Frame): Promise<void> {
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
}

/** The open connections by their addresses, which are /way/id. */
const sockets = new Map<string, WebSocket>();

/** Stores each frame of a socket in its way, and forwards it unchanged to the recipient's socket. */
function carry(socket: WebSocket, url: string, store: Store | undefined): void {
  sockets.set(url, socket);
  socket.on("close", () => sockets.delete(url));
  socket.on("message", async (data: Buffer) => {
    // The cast is safe, because only the bench's own load connects here.
    const frame = JSON.parse(data.toString()) as Frame;
    await store?.(frame);
    sockets.get(url.slice(0, url.lastIndexOf("/") + 1) + frame.to)?.send(data.toString());
  });
}

/** Returns the origin of the started server. */
async function start(connection: Connection): Promise<string> {
  await withClient(connection, (client) => client.query(TABLE));
  const { pool } = openDatabase(connection, { role: APP_ROLE });
  const server = createServer(async (request, response) => {
    const body = await answerPage(pool, request);
    const length = Buffer.byteLength(body);
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": length }).end(body);
  });
  const stores: Record<string, Store> = {
    insert: ({ from, to, text }) => pool.query(INSERT, [from, to, text]),
    whole: (frame) => storeWhole(pool, frame),
  };
  new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket, { url = "" }) =>
    carry(socket, url, stores[url.split("/")[1] ?? ""]),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  // The cast is safe, because a server that listens on a port has such an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

answerBench({ start });
