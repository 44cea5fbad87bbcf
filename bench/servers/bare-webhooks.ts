import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type pg from "pg";
import { APP_ROLE, type Connection, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { answerBench } from "../processes.ts";

// A webhook as one would take it over node:http and pg, without framework, limits, headers, logs or jobs: its signature
// over the raw body, and one row for its payment.

const TOLERANCE_SECONDS = 300;
const STORE = `
  insert into payment_webhook (provider, payment_id, order_id, first_at, last_at) values ('bare', $1, $2, now(), now())
  on conflict (provider, payment_id) do update set last_at = now(), times = payment_webhook.times + 1`;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // a request without an encoding has bytes
  return Buffer.concat(parts);
}

function isSigned(body: Buffer, header: string, secret: Buffer): boolean {
  const [, seconds = "", signature = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const hmac = createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();
  const isRecent = Math.abs(Date.now() / 1_000 - Number(seconds)) <= TOLERANCE_SECONDS;
  return isRecent && signature !== "" && timingSafeEqual(hmac, Buffer.from(signature, "hex"));
}

async function answer(request: IncomingMessage, pool: pg.Pool, secret: Buffer): Promise<number> {
  const body = await readBody(request);
  if (!isSigned(body, String(request.headers["sandbox-signature"]), secret)) return 403;
  const { orderId, paymentId } = JSON.parse(body.toString("utf8"));
  await pool.query({ name: "store", text: STORE, values: [paymentId, orderId] });
  return 200;
}

type Start = { connection: Connection; secret: Buffer };

async function start({ connection, secret }: Start): Promise<string> {
  const { pool } = openDatabase(connection, { role: APP_ROLE });
  const server = createServer(async (request, response) => {
    const status = await answer(request, pool, secret).catch(() => 500);
    response.writeHead(status, { "content-type": "application/json", "content-length": 2 }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It listens on a port, so its address has one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

answerBench({ start });
