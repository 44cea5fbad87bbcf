import { once } from "node:events";
import { WebSocket } from "ws";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import type { Visitor } from "../fixtures/sessions.ts";
import { sumUp } from "../rules.ts";

// Live connections as browsers open them, and messages over them until their frames are at the recipients' sockets.

/** Where live connections are opened: at the product with a cookie, at an anchor (`way`) with the member's id. */
export type Place = { origin: string; way?: "echo" | "insert" | "whole" };
export type Pair = { sender: Visitor; recipient: Visitor };

const OPENED_AT_ONCE = 50;

/**
 * Opens a live connection for each visitor, a few at a time. Returns the sockets in the order of the visitors, with the
 * times that opening took.
 */
export async function openSockets({ origin, way }: Place, visitors: Visitor[]) {
  const sockets: WebSocket[] = [];
  const latencies: number[] = [];
  const startTime = performance.now();
  const entries = visitors.entries();
  const openNext = async () => {
    for (const [index, { id, cookie }] of entries) {
      const openTime = performance.now();
      const address = `${origin.replace(/^http/, "ws")}${way ? `/${way}/${id}` : "/api/live"}`;
      const socket = new WebSocket(address, { origin, headers: way ? {} : { cookie }, perMessageDeflate: false });
      await once(socket, "open");
      sockets[index] = socket;
      latencies.push(performance.now() - openTime);
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext));
  return { sockets, sample: sumUp(latencies, (performance.now() - startTime) / 1000) };
}

/** The messages under way: by text until they arrive, and by client id until they are acknowledged. */
const waiters = new Map<string, PromiseWithResolvers<void>>();

function waitFor(key: string): Promise<void> {
  const waiter = Promise.withResolvers<void>();
  waiters.set(key, waiter);
  return waiter.promise;
}

function settle(key = "", error?: Error): void {
  if (error) waiters.get(key)?.reject(error);
  else waiters.get(key)?.resolve();
  waiters.delete(key);
}

/** A frame of a server: that of the contract, or, from an anchor, the frame as it was sent. */
type Frame = { event?: string; clientId?: string; text?: string; message?: { text: string; clientId: string } | null };
// The cast is safe, because only these servers write to the sockets.
const readFrame = (data: Buffer) => JSON.parse(data.toString()) as Frame;

/** Records what arrives at the recipients, and what the product answers to the senders. */
export function watchSockets(senders: WebSocket[], recipients: WebSocket[]): void {
  for (const socket of recipients)
    socket.on("message", (data: Buffer) => {
      const { message, text } = readFrame(data);
      settle(message?.text ?? text);
    });
  for (const socket of senders) {
    socket.on("message", (data: Buffer) => {
      const { event, message, clientId } = readFrame(data);
      if (event === "sent") settle(message?.clientId);
      if (event === "refused") settle(clientId, new Error(`a send was refused: ${data}`));
    });
    // Otherwise messages that wait for an answer would wait for ever.
    socket.on("close", (code) => {
      for (const key of waiters.keys()) settle(key, new Error(`a connection was ended with ${code}`));
    });
  }
}

let writtenTexts = 0;

/** A text that was not sent before. It has only letters, like most of what people write to each other. */
function writeText(): string {
  writtenTexts += 1;
  const word = writtenTexts.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");
  return `olá, tudo bem com você? ${word}`;
}

/** Sends one message; resolves when it was acknowledged and has arrived. */
export async function deliver({ way }: Place, socket: WebSocket, { sender, recipient }: Pair): Promise<void> {
  const [text, clientId] = [writeText(), uuidv7(new Date())];
  const arrival = waitFor(text);
  if (way) {
    socket.send(JSON.stringify({ from: sender.id, to: recipient.id, text }));
    return arrival;
  }
  const acknowledgement = waitFor(clientId);
  socket.send(JSON.stringify({ event: "send", withId: recipient.id, clientId, text, isConfirmed: true }));
  await Promise.all([arrival, acknowledgement]);
}
