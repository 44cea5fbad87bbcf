import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { makeAuthority } from "./certificates.ts";
import type { Judge } from "./judge.ts";
import { type Answer, problem } from "./operations.ts";
import { traceExchange } from "./trace.ts";

const BASE = "/api";
const TOKEN_PATH = "/oauth/token";

/** A failure of one operation. */
export type Fault = {
  /** The name of the operation, or "token". */
  at: string;
  /** How often the failure happens. Without it, until `end` is called. */
  times?: number;
  delayMs?: number;
  status?: 503;
  /** Breaks the connection instead of answering. */
  hangsUp?: boolean;
  change?(body: Record<string, unknown>): Record<string, unknown>;
};

type Options = { judge: Judge; authority: ReturnType<typeof makeAuthority> };

/** Serves the answers of a judge over mutual TLS, with the failures that tests put into `faults`. */
export async function openPspServer({ judge, authority }: Options) {
  const faults: Fault[] = [];
  const askedPaths: string[] = [];

  function takeFault(name: string): Fault | undefined {
    const fault = faults.find((fault) => fault.at === name && fault.times !== 0);
    if (fault?.times !== undefined) fault.times -= 1;
    return fault;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const url = request.url ?? "";
    const isToken = url === TOKEN_PATH;
    const path = isToken ? url : url.replace(BASE, "");
    const question = { method: request.method ?? "", headers: request.headers, path, body };
    const { name, ...honest } = isToken ? { name: "token", ...judge.giveToken(question) } : judge.judge(question);
    askedPaths.push(name);
    const fault = takeFault(name);
    if (fault?.delayMs) await sleep(fault.delayMs);
    if (fault?.hangsUp) return void request.socket.destroy();
    const answer = spoil(honest, fault);
    const type = answer.status < 300 ? "application/json" : "application/problem+json";
    const headers = answer.body === undefined ? {} : { "content-type": type };
    traceExchange({
      operation: name,
      method: request.method ?? "",
      path,
      request: { headers: request.headers, body: parse(body) },
      response: { status: answer.status, headers, body: answer.body },
    });
    response.writeHead(answer.status, headers).end(answer.body === undefined ? "" : JSON.stringify(answer.body));
  }

  const { certificate: cert, privateKey: key } = authority.issue("127.0.0.1");
  const server = createServer({ cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: true });
  server.on("request", (request, response) => {
    serve(request, response).catch((error: unknown) => {
      judge.violations.push(String(error));
      response.writeHead(500).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const listening = server.address();
  if (typeof listening !== "object" || !listening) throw new Error("the PSP does not listen on a port");
  const origin = `https://127.0.0.1:${listening.port}`;
  return {
    url: `${origin}${BASE}`,
    tokenUrl: `${origin}${TOKEN_PATH}`,
    faults,
    asked: askedPaths,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spoil(honest: Answer, fault: Fault | undefined): Answer {
  if (fault?.status) return problem(fault.status, "ServicoIndisponivel");
  if (!fault?.change || honest.status >= 300) return honest;
  return { ...honest, body: fault.change({ ...Object(honest.body) }) };
}

/** Returns parsed JSON, a form as text, and undefined for an empty body. */
function parse(body: string): unknown {
  if (body === "") return undefined;
  return body.startsWith("{") ? JSON.parse(body) : body;
}
