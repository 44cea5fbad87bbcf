import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type Answer, operations, type PspState, problem } from "./operations.ts";

const TOKEN_SECONDS = 3_600;

export type PspRequest = { method: string; headers: IncomingHttpHeaders; path: string; body: string };
export type Judge = ReturnType<typeof openJudge>;

/**
 * Answers requests to the PSP: it checks who may ask and whether a request follows API Pix, and answers from the books.
 */
export function openJudge(state: PspState, client: { id: string; secret: string }) {
  /** Everything that broke API Pix: requests of the product, and answers of this PSP. */
  const violations: string[] = [];
  const tokens = new Set<string>();

  function giveToken({ headers, body }: PspRequest): Answer {
    const expectedHeader = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`;
    if (headers.authorization !== expectedHeader) return { status: 401, body: { error: "invalid_client" } };
    const form = new URLSearchParams(body);
    if (form.get("grant_type") !== "client_credentials")
      return { status: 400, body: { error: "unsupported_grant_type" } };
    const token = randomBytes(24).toString("base64url");
    tokens.add(token);
    return {
      status: 200,
      body: { access_token: token, token_type: "Bearer", expires_in: TOKEN_SECONDS, scope: form.get("scope") },
    };
  }

  function judge({ method, headers, path, body }: PspRequest): Answer & { name: string } {
    const namedOperations = operations.filter(
      (operation) => operation.name.startsWith(`${method} `) && operation.path.test(path),
    );
    const [operation] = namedOperations;
    if (!operation) return { name: `${method} ${path}`, ...refuse(`unknown operation ${method} ${path}`) };
    const { name } = operation;
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
    if (bearer === undefined || !tokens.has(bearer)) return { name, ...problem(403, "AcessoNegado") };
    const parts = (operation.path.exec(path) ?? []).slice(1).map(decodeURIComponent);
    const isWellNamed = parts.every((part, index) => operation.parts[index]?.safeParse(part).success);
    if (!isWellNamed) return { name, ...refuse(`${name}: the path ${path}`) };
    const parsedBody = operation.body?.safeParse(body === "" ? undefined : JSON.parse(body));
    if (parsedBody && !parsedBody.success) return { name, ...refuse(`${name}: ${parsedBody.error.message}`) };
    if (!operation.body && body !== "") return { name, ...refuse(`${name}: a body`) };
    const answer = operation.run(state, parts, parsedBody?.data);
    if (answer.status < 300) operation.answers?.parse(answer.body);
    return { name, ...answer };
  }

  function refuse(violation: string): Answer {
    violations.push(violation);
    return problem(400, "RequisicaoInvalida");
  }

  return { violations, giveToken, judge, forgetTokens: () => tokens.clear() };
}
