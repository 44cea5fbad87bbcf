import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A request of API Pix with its answer; bodies are parsed where they are JSON. */
type Exchange = {
  /** The name in the API's description, such as "GET /cob/{txid}". */
  operation: string;
  method: string;
  /** The path below the address of the API. */
  path: string;
  request: { headers: Record<string, unknown>; body: unknown };
  response: { status: number; headers: Record<string, unknown>; body: unknown };
};

const KEPT_HEADERS = ["accept", "authorization", "content-type"];
let writtenCount = 0;

/**
 * Writes an exchange without secrets into the folder that PIX_TRACE names, if it is set, so that it can be compared
 * with the API's description.
 */
export function traceExchange({ request, response, ...facts }: Exchange): void {
  const folder = process.env.PIX_TRACE;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writtenCount += 1;
  const file = join(folder, `${process.pid}-${String(writtenCount).padStart(5, "0")}.json`);
  const exchange = {
    ...facts,
    request: { ...request, headers: keepHeaders(request.headers) },
    response: { ...response, headers: keepHeaders(response.headers) },
  };
  writeFileSync(file, `${removeSecrets(JSON.stringify(exchange, null, 2))}\n`);
}

const keepHeaders = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.includes(name)));

function removeSecrets(text: string): string {
  return text
    .replace(/"(Bearer|Basic) [^"]+"/g, '"$1 removed"')
    .replace(/("access_token": )"[^"]+"/g, '$1"removed"')
    .replace(/(\/api\/webhooks\/pix\/)[\w-]+/g, "$1removed");
}
