import { Readable } from "node:stream";
import type { AnyCall } from "@caramelo/contract/call/call";
import type { FastifyReply } from "fastify";

/** The answer of a `stream` call. `bytes` is "kept" when the browser already has the current ones. */
export type Bytes = { bytes: Uint8Array | LargeBytes | "kept"; type: string; headers: Record<string, string> };

/** Bytes that are too many to be held at once. `size` is their number. */
type LargeBytes = { source: AsyncIterable<Uint8Array>; size: number };

/** An answer that is already JSON text, in the shape that the contract declares. */
export type WrittenAnswer = { readonly [WRITTEN]: string };
const WRITTEN = Symbol("written answer");

/** Sends a text unchanged. In production nothing checks that it has the shape that the contract declares. */
export const writtenAnswer = (json: string): WrittenAnswer => ({ [WRITTEN]: json });

export const isWritten = (answer: unknown): answer is WrittenAnswer =>
  typeof answer === "object" && answer !== null && WRITTEN in answer;

export function sendBytes(reply: FastifyReply, { bytes, type, headers }: Bytes) {
  if (bytes === "kept") return reply.code(304).headers(headers).send();
  const isLarge = "source" in bytes;
  const length = isLarge ? bytes.size : bytes.byteLength;
  const content = isLarge ? Readable.from(bytes.source, { objectMode: false }) : bytes;
  return reply.headers({ ...headers, "content-type": type, "content-length": length }).send(content);
}

export function sendWritten(reply: FastifyReply, call: AnyCall, { [WRITTEN]: json }: WrittenAnswer, isStrict: boolean) {
  // In development and tests the text must have every declared key and no other.
  if (isStrict) call.answers.parse(JSON.parse(json));
  return reply.type("application/json; charset=utf-8").send(json);
}
