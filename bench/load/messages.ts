import type { WebSocket } from "ws";
import { uuidv7 } from "../../apps/server/src/platform/ids.ts";
import type { Visitor } from "../fixtures/sessions.ts";
import type { Place } from "./sockets.ts";

// Messages over live connections, as browsers send them, until their frames are at the recipients' sockets.

export type Pair = { sender: Visitor; recipient: Visitor };

type Waiter = { resolve(): void; reject(error: Error): void };
/** The messages under way: by text until they arrive, and by id until they are acknowledged. */
const waiters = new Map<string, Waiter>();
let written = 0;

/** A text that was not sent before. It has only letters, like most of what people write to each other. */
function writeText(): string {
  written += 1;
  const word = written.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");
  return `olá, tudo bem com você? ${word}`;
}

function settle(key = ""): Waiter | undefined {
  const waiter = waiters.get(key);
  waiters.delete(key);
  return waiter;
}

const waitFor = (key: string) =>
  new Promise<void>((resolve, reject) => {
    waiters.set(key, { resolve, reject });
  });

/** A frame of a server: that of the contract, or, from an anchor, the frame as it was sent. */
type Frame = { event?: string; clientId?: string; text?: string; message?: { text: string; clientId: string } | null };
// The cast is safe, because only these servers write to the sockets.
const readFrame = (data: Buffer) => JSON.parse(data.toString()) as Frame;

function readAnswer(data: Buffer): void {
  const { event, message, clientId } = readFrame(data);
  if (event === "sent") settle(message?.clientId)?.resolve();
  if (event === "refused") settle(clientId)?.reject(new Error(`a send was refused: ${data}`));
}

/** Records what arrives at the recipients, and what the product answers to the senders. */
export function beginSends({ way }: Place, senders: WebSocket[], recipients: WebSocket[]): void {
  for (const socket of recipients) {
    socket.on("message", (data: Buffer) => {
      const { message, text } = readFrame(data);
      settle(message?.text ?? text)?.resolve();
    });
  }
  for (const socket of senders) {
    if (way === undefined) socket.on("message", readAnswer);
    // Otherwise messages that wait for an answer would wait for ever.
    socket.on("close", (code) => {
      for (const key of waiters.keys()) settle(key)?.reject(new Error(`a connection was ended with ${code}`));
    });
  }
}

/** Sends one message; resolves when it was acknowledged and has arrived. */
export async function deliver({ way }: Place, socket: WebSocket, { sender, recipient }: Pair): Promise<void> {
  const [text, clientId] = [writeText(), uuidv7(new Date())];
  const arrival = waitFor(text);
  if (way !== undefined) {
    socket.send(JSON.stringify({ from: sender.id, to: recipient.id, text }));
    return arrival;
  }
  const answer = waitFor(clientId);
  socket.send(JSON.stringify({ event: "send", withId: recipient.id, clientId, text, isConfirmed: true }));
  await Promise.all([arrival, answer]);
}
