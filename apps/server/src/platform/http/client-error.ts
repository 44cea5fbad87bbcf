import type { Socket } from "node:net";
import { uuidv7 } from "../ids.ts";
import { Failure, failureBody } from "./failure.ts";

type ClientError = { code?: string; rawPacket?: unknown };
type Answer = { status: string; type: string; body: string; headers?: Readonly<Record<string, string>> };

/** A browser sends all cookies of a site with each request, so without this page it would never see the site again. */
const TOO_MANY_COOKIES: Answer = {
  status: "431 Request Header Fields Too Large",
  type: "text/html; charset=utf-8",
  // Browsers follow it only over https.
  headers: { "clear-site-data": '"cookies"' },
  body: `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cookies demais</title><h1>Seu navegador mandou cookies demais</h1><p>Apague os cookies deste site no navegador e <a href="/">tente de novo</a>. Depois, entre com seu e-mail e sua senha.</p></html>`,
};

/**
 * Answers bytes that are not a valid request (endless headers, a broken request line, a missing body), with `headers`,
 * and closes the connection.
 */
export function answerClientError(error: ClientError, socket: Socket, headers: Readonly<Record<string, string>>): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) {
    const { status, type, body, headers: own } = chooseAnswer(error);
    const head = [
      `HTTP/1.1 ${status}`,
      `content-type: ${type}`,
      `content-length: ${Buffer.byteLength(body)}`,
      "cache-control: no-store",
      ...Object.entries({ ...headers, ...own }).map(([name, value]) => `${name}: ${value}`),
      "connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

function chooseAnswer({ code, rawPacket }: ClientError): Answer {
  // The packet holds the whole request, or a later part of its headers: long cookies come in several packets.
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1") : "";
  const isForPage = /^[A-Z]+ \//.test(packet) ? /^\w+ \/(?!api\/)[\s\S]*\ncookie:/i.test(packet) : packet !== "";
  if (code === "HPE_HEADER_OVERFLOW" && isForPage) return TOO_MANY_COOKIES;
  const body = JSON.stringify(failureBody(new Failure("VALIDATION_ERROR"), uuidv7(new Date())));
  return { status: "400 Bad Request", type: "application/json; charset=utf-8", body };
}
