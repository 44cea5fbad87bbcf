import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import type { Visitor } from "../fixtures/sessions.ts";
import { answerBench } from "../processes.ts";
import type { Round } from "../rules.ts";
import { formatPost, openHttpConnection } from "./http-connection.ts";
import { openSockets } from "./live-sockets.ts";

// The load of the message part, in a process of its own: both ends of every pair, so that one clock measures how long a
// message took from the start of its request to its frame at the recipient's socket.

type Pair = { sender: Visitor; recipient: Visitor };
export type SendTargets = { pairs: Pair[]; product: string; echo: string; insert: string };
export type SendLoad = { by: "product" | "echo" | "insert"; perSecond: number; seconds: number };

type Send = (pair: number, text: string) => Promise<unknown> | unknown;

const WORDS = "olá, tudo bem com você? ";
const STRAGGLERS_MS = 5_000;

const startedAt = new Map<string, number>();
let latencies: number[] = [];
let senders: Record<SendLoad["by"], Send> | undefined;
let pairCount = 1;

function recordArrival(text: string): void {
  const started = startedAt.get(text);
  if (started === undefined) return;
  startedAt.delete(text);
  latencies.push(performance.now() - started);
}

async function connect(targets: SendTargets): Promise<void> {
  pairCount = targets.pairs.length;
  senders = {
    product: await connectProduct(targets),
    echo: await connectBare(targets.echo, targets),
    insert: await connectBare(targets.insert, targets),
  };
}

/** Opens a live connection for both of each pair, and sends messages by POST, as browsers do. */
async function connectProduct({ product, pairs }: SendTargets): Promise<Send> {
  const live = (visitors: Visitor[]) =>
    openSockets(
      product,
      visitors.map(({ cookie }) => ({ path: "/api/live", cookie })),
    );
  await live(pairs.map(({ sender }) => sender));
  for (const socket of await live(pairs.map(({ recipient }) => recipient))) listen(socket, readChange);
  const connections = await Promise.all(pairs.map(() => openHttpConnection(product)));
  const busy: Promise<unknown>[] = pairs.map(() => Promise.resolve());
  return (index, text) => {
    const [pair, connection] = [pairs[index], connections[index]];
    if (!pair || !connection) throw new Error("no such pair");
    const path = `/api/conversations/${pair.recipient.id}/messages`;
    const post = async () => {
      const body = JSON.stringify({ clientId: uuidv7(new Date()), text });
      const answer = await connection.ask(formatPost({ origin: product, path, cookie: pair.sender.cookie }, body));
      if (answer.status !== 200) throw new Error(`a send was answered ${answer.status}: ${answer.body}`);
    };
    const turn = (busy[index] ?? Promise.resolve()).then(post);
    busy[index] = turn;
    return turn;
  };
}

async function connectBare(origin: string, { pairs }: SendTargets): Promise<Send> {
  const open = (visitors: Visitor[]) =>
    openSockets(
      origin,
      visitors.map(({ id }) => ({ path: `/${id}` })),
    );
  const sending = await open(pairs.map(({ sender }) => sender));
  for (const socket of await open(pairs.map(({ recipient }) => recipient))) listen(socket, readBare);
  return (index, text) => {
    const pair = pairs[index];
    sending[index]?.send(JSON.stringify({ from: pair?.sender.id, to: pair?.recipient.id, text }));
  };
}

function listen(socket: WebSocket, read: (frame: string) => string | undefined): void {
  socket.on("message", (data: Buffer) => {
    const text = read(data.toString());
    if (text !== undefined) recordArrival(text);
  });
}

// What the servers of the bench write: a change of the contract, or the frame as it was sent.
const readChange = (frame: string) => (JSON.parse(frame) as { message?: { text: string } | null }).message?.text;
const readBare = (frame: string) => (JSON.parse(frame) as { text: string }).text;

/** Sends at a steady pace, whether or not earlier ones have arrived, pair after pair. Throws when one is lost. */
async function send({ by, perSecond, seconds }: SendLoad): Promise<Round> {
  if (!senders) throw new Error("not connected");
  latencies = [];
  const count = Math.round(perSecond * seconds);
  const started = performance.now();
  const sent: unknown[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = started + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    const text = WORDS + randomUUID();
    startedAt.set(text, performance.now());
    sent.push(senders[by](index % pairCount, text));
  }
  await Promise.all(sent);
  const taken = (performance.now() - started) / 1000;
  for (const end = performance.now() + STRAGGLERS_MS; startedAt.size > 0 && performance.now() < end; ) await sleep(5);
  if (startedAt.size > 0) throw new Error(`${by}: ${startedAt.size} of ${count} messages did not arrive`);
  return { answers: count, seconds: taken, latencies };
}

answerBench({ connect, send });
