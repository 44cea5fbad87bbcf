import type { Socket } from "node:net";
import { uuidv7 } from "../ids.ts";
import { Failure, failureBody } from "./failure.ts";

/**
 * Answers bytes that are not a valid request (endless headers, a broken request line, a missing body), with `headers`,
 * and closes the connection.
 */
export function answerClientError(
  error: { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) {
    const body = JSON.stringify(failureBody(new Failure("VALIDATION_ERROR"), uuidv7(new Date())));
    const head = [
      "HTTP/1.1 400 Bad Request",
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "cache-control: no-store",
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
