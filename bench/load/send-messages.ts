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

export type Pair = { sender: Visitor; recipient: Visitor };
export type Target = { origin: string; pairs: Pair[] };
/** The bare servers that are compared; every target has as many pairs as the product. */
export type SendTargets = { product: Target; bare: Partial<Record<Bare, Target>> };
type Bare = "echo" | "insert" | "whole";
export type By = "product" | "post" | Bare;
export type SendLoad = { by: By; perSecond: number; seconds: number };
export type FullLoad = { by: By; atOnce: number; seconds: number };

/** Sends a text; resolves once the server has acknowledged it, where it does. */
type Send = (pair: number, text: string) => Promise<unknown> | unknown;

const STRAGGLERS_MS = 20_000;

type Waiting = { started: number; arrived(): void };
const waiting = new Map<string, Waiting>();
let latencies: number[] = [];
const senders = new Map<string, Send>();
let pairCount = 1;
let written = 0;

/** A text that was not sent before. In letters only, as what people write to each other mostly is. */
function writeText(): string {
  written += 1;
  const word = written.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");
  return `olá, tudo bem com você? ${word}`;
}

function recordArrival(text: string): void {
  const sent = waiting.get(text);
  if (!sent) return;
  waiting.delete(text);
  latencies.push(performance.now() - sent.started);
  sent.arrived();
}

async function connect({ product, bare }: SendTargets): Promise<void> {
  pairCount = product.pairs.length;
  for (const [by, send] of Object.entries(await connectProduct(product))) senders.set(by, send);
  for (const [by, target] of Object.entries(bare)) senders.set(by, await connectBare(target));
}

/** Opens a live connection for both of each pair, and sends messages over it, as browsers do, or by their other way, a POST. */
async function connectProduct({ origin, pairs }: Target): Promise<Record<"product" | "post", Send>> {
  const live = (visitors: Visitor[]) =>
    openSockets(
      origin,
      visitors.map(({ cookie }) => ({ path: "/api/live", cookie })),
    );
  const sending = await live(pairs.map(({ sender }) => sender));
  for (const socket of sending) {
    socket.on("message", (data: Buffer) => readAnswer(data.toString()));
    socket.on("close", failUnanswered);
  }
  for (const socket of await live(pairs.map(({ recipient }) => recipient))) listen(socket, readChange);
  const connections = await Promise.all(pairs.map(() => openHttpConnection(origin)));
  const busy: Promise<unknown>[] = pairs.map(() => Promise.resolve());
  const overSocket: Send = (index, text) => {
    const clientId = uuidv7(new Date());
    const frame = { event: "send", withId: pairs[index]?.recipient.id, clientId, text, isConfirmed: true };
    const answered = new Promise<void>((resolve, reject) => unanswered.set(clientId, { resolve, reject }));
    sending[index]?.send(JSON.stringify(frame));
    return answered;
  };
  const byPost: Send = (index, text) => {
    const [pair, connection] = [pairs[index], connections[index]];
    if (!pair || !connection) throw new Error("no such pair");
    const path = `/api/conversations/${pair.recipient.id}/messages`;
    const post = async () => {
      // A word that counts may look like a code of access by chance.
      const body = JSON.stringify({ clientId: uuidv7(new Date()), text, isConfirmed: true });
      const answer = await connection.ask(formatPost({ origin, path, cookie: pair.sender.cookie }, body));
      if (answer.status !== 200) throw new Error(`a send was answered ${answer.status}: ${answer.body}`);
    };
    const turn = (busy[index] ?? Promise.resolve()).then(post);
    busy[index] = turn;
    return turn;
  };
  return { product: overSocket, post: byPost };
}

type Unanswered = { resolve(): void; reject(error: Error): void };
const unanswered = new Map<string, Unanswered>();

/** What the server answers to a frame with a message. */
function readAnswer(text: string): void {
  const frame = JSON.parse(text) as { event: string; clientId?: string; message?: { clientId: string } };
  if (frame.event === "sent") settleAnswer(frame.message?.clientId)?.resolve();
  if (frame.event === "refused") settleAnswer(frame.clientId)?.reject(new Error(`a send was refused: ${text}`));
}

/** What waits for an answer would wait without end. */
function failUnanswered(code: number): void {
  for (const { reject } of unanswered.values()) reject(new Error(`a connection was ended with ${code}`));
  unanswered.clear();
}

function settleAnswer(clientId = ""): Unanswered | undefined {
  const one = unanswered.get(clientId);
  unanswered.delete(clientId);
  return one;
}

async function connectBare({ origin, pairs }: Target): Promise<Send> {
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

/** Sends one message; resolves when it was acknowledged and has arrived. */
async function deliver(by: By, pair: number): Promise<void> {
  const send = senders.get(by);
  if (!send) throw new Error(`not connected: ${by}`);
  const text = writeText();
  const arrival = new Promise<void>((arrived) => waiting.set(text, { started: performance.now(), arrived }));
  await Promise.all([send(pair, text), arrival]);
}

/** Throws when messages that are on their way do not arrive. */
async function settle(by: By, sent: Promise<unknown>[]): Promise<void> {
  const settled = new AbortController();
  const late = sleep(STRAGGLERS_MS, undefined, { signal: settled.signal }).then(() => {
    throw new Error(`${by}: ${waiting.size} of ${sent.length} messages did not arrive`);
  });
  try {
    await Promise.race([Promise.all(sent), late]);
  } finally {
    late.catch(() => {});
    settled.abort();
  }
}

/** Sends at a steady pace, whether or not earlier ones have arrived, pair after pair. Throws when one is lost. */
async function send({ by, perSecond, seconds }: SendLoad): Promise<Round> {
  latencies = [];
  const count = Math.round(perSecond * seconds);
  const started = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = started + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    sent.push(deliver(by, index % pairCount));
  }
  await settle(by, sent);
  const taken = (performance.now() - started) / 1000;
  return { answers: count, seconds: taken, latencies };
}

/**
 * As many messages as there can be, `atOnce` at a time: the next one leaves as soon as one has arrived. All pairs take turns,
 * as one connection may not send more than 20 frames a second.
 */
async function sendFull({ by, atOnce, seconds }: FullLoad): Promise<Round> {
  latencies = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const work = async (_: unknown, pair: number) => {
    for (let turn = pair; performance.now() < end; turn += atOnce) await deliver(by, turn % pairCount);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { answers: latencies.length, seconds: (performance.now() - started) / 1000, latencies };
}

answerBench({ connect, send, sendFull });
