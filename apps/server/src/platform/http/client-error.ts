import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { uuidv7 } from "../ids.ts";
import { Failure, fail, failureBody } from "./failure.ts";
import { hasTwoHosts } from "./proxy-rules.ts";

type ClientError = { code?: string; rawPacket?: unknown };
type Answer = { status: string; type: string; body: string; headers?: Readonly<Record<string, string>> };

/** A browser sends all cookies of a site with each request, so without this page it could never open the site again. */
const TOO_LONG: Answer = {
  status: "431 Request Header Fields Too Large",
  type: "text/html; charset=utf-8",
  body: `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Dados demais</title><h1>Seu navegador mandou dados demais</h1><p>Se isso acontece em todas as páginas, apague os cookies deste site no navegador e <a href="/">tente de novo</a>. Depois, entre com seu e-mail e sua senha.</p></html>`,
};

// Browsers follow it only over https.
const TOO_MANY_COOKIES: Answer = { ...TOO_LONG, headers: { "clear-site-data": '"cookies"' } };

/**
 * A request for a page whose cookies alone take half of the header limit. Any site can lead a browser to a long address
 * of this one, which must not sign its member out, so addresses do not count.
 */
const HAS_LONG_COOKIES = /^[A-Z]+ \/(?!api\/)[^\n]{0,4000}\n(?:[^\n]*\n)*?cookie:[^\n]{8000}/i;

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
  if (code === "HPE_HEADER_OVERFLOW" && Buffer.isBuffer(rawPacket)) {
    const packet = rawPacket.toString("latin1");
    if (HAS_LONG_COOKIES.test(packet)) return TOO_MANY_COOKIES;
    // Long headers come in several packets, and a later one does not show what was long.
    if (!/^[A-Z]+ \//.test(packet)) return TOO_LONG;
  }
  const body = JSON.stringify(failureBody(new Failure("VALIDATION_ERROR"), uuidv7(new Date())));
  return { status: "400 Bad Request", type: "application/json; charset=utf-8", body };
}

/** The option of Node's HTTP server that goes with `replaceNodeAnswers`. */
export const NODE_ANSWERS = { requireHostHeader: false };

/**
 * Node itself would refuse requests without a Host and those with an unknown expectation, in answers without our
 * headers and texts. The first are refused here, as are those with two Hosts, of which Node reads the first. An
 * expectation may be ignored (RFC 9110, 10.1.1), so the second are answered like any other.
 */
export function replaceNodeAnswers(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw, headers }) => {
    if (headers.host === undefined && raw.httpVersion === "1.1") fail("VALIDATION_ERROR");
    if (hasTwoHosts(raw.rawHeaders)) fail("VALIDATION_ERROR");
  });
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
}
