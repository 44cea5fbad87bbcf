import type { AnyCall } from "@caramelo/contract/call/call";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { listCalls } from "@caramelo/contract/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressKey, type RateLimits } from "../limits/rate-limit.ts";
import { wireSchema } from "./wire-schema.ts";

type Contract = Record<string, Record<string, AnyCall>>;
type Json = Record<string, unknown>;
/** Where the API is, such as "https://caramelo.example", and the name of the cookie with the session. */
type Site = { origin: string; sessionCookie: string };
type Options = { title: string; limits: Pick<RateLimits, "apiDocs">; site: Site };

/** Serves the API's description: a page at /api/docs and OpenAPI 3.1 at /api/docs/openapi.json. */
export function serveDocs(app: FastifyInstance, contract: Contract, { title, limits, site }: Options): void {
  // The description is written at the first request, so that the start does not wait for it.
  let description: Buffer | undefined;
  const page = Buffer.from(renderPage(contract, title));
  const onRequest = ({ ip }: FastifyRequest) => limits.apiDocs.take(addressKey(ip));
  app.get("/api/docs/openapi.json", { onRequest }, async (_request, reply) => {
    description ??= Buffer.from(JSON.stringify(describe(contract, title, site)));
    return reply.type("application/json; charset=utf-8").send(description);
  });
  app.get("/api/docs", { onRequest }, async (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
}

function describe(contract: Contract, title: string, { origin, sessionCookie }: Site): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of listCalls(contract)) {
    const path = `/api${call.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, origin) };
  }
  const info = {
    title: `${title} API`,
    version: "1",
    description: `Every failure is { code, message, userMessage, requestId }. ${exampleOf(origin)}`,
  };
  const securitySchemes = { session: { type: "apiKey", in: "cookie", name: sessionCookie } };
  return { openapi: "3.1.0", info, servers: [{ url: origin }], components: { securitySchemes }, paths };
}

const exampleOf = (origin: string): string =>
  `Every change needs the site's Origin, as in: curl -c cookies -H "Origin: ${origin}" -H "Content-Type: application/json" -d '{"email":"ana@example.com","password":"…","remember":false}' ${origin}/api/session && curl -b cookies ${origin}/api/notifications`;

function operation(operationId: string, call: AnyCall, origin: string): Json {
  const parameters = [
    ...parametersOf("path", call.params),
    ...parametersOf("query", call.query),
    ...(call.method === "GET" ? [] : [originParameter(origin)]),
  ];
  return {
    operationId,
    tags: [operationId.split(".")[0]],
    summary: call.summary,
    ...(call.access !== "public" && { security: [{ session: [] }] }),
    "x-access": call.access,
    ...(call.permission && { "x-permission": call.permission }),
    "x-limit": call.limit,
    "x-changes": call.changes,
    "x-offline": call.offline,
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: { required: true, content: contentOf(call) } }),
    responses: { 200: { description: "Done", ...answerOf(call) }, ...failuresOf(call) },
  };
}

function answerOf(call: AnyCall): Json {
  if (call.kind === "stream") return { content: { "image/webp": {} } };
  return { content: { "application/json": { schema: wireSchema(call.answers) } } };
}

function contentOf(call: AnyCall): Json {
  const schema = call.body ? wireSchema(call.body) : {};
  if (call.kind !== "upload") return { "application/json": { schema } };
  const photos = { type: "array", maxItems: call.files?.max, items: { type: "string", format: "binary" } };
  return { "multipart/form-data": { schema: { type: "object", properties: { data: schema, photos } } } };
}

function parametersOf(location: string, schema: AnyCall["params"]): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = wireSchema(schema) as { properties?: Json; required?: string[] }; // an object's schema
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: inner,
  }));
}

/** The header that a browser sends by itself, and other clients must set. */
const originParameter = (origin: string): Json => ({
  name: "Origin",
  in: "header",
  required: true,
  schema: { const: origin },
});

function failuresOf(call: AnyCall): Json {
  const byStatus: Record<string, string[]> = {};
  for (const code of call.errors) {
    const { status } = errorCatalogue[code];
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, { description: codes.join(", ") }]),
  );
}

function renderPage(contract: Contract, title: string): string {
  const rows = listCalls(contract).map(
    ([name, call]) =>
      `<tr><td><code>${call.method} /api${call.path}</code></td><td>${name}</td><td>${call.access}</td><td>${call.summary}</td><td>${call.errors.join(", ")}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} API</title></head><body><h1>${title} API</h1><p>Machine-readable: <a href="/api/docs/openapi.json">OpenAPI 3.1</a></p><table border="1" cellpadding="6"><thead><tr><th>Address</th><th>Call</th><th>Access</th><th>What it does</th><th>Failures</th></tr></thead><tbody>${rows.join("")}</tbody></table></body></html>`;
}
