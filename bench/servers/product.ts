import { fileURLToPath } from "node:url";
import pg from "pg";
import { STILL_HEARING } from "../../apps/server/src/platform/database/listen.ts";
import { readConfig } from "../../apps/server/src/start/config.ts";
import { openServerEarly } from "../../apps/server/src/start/open-server-early.ts";
import { type Product, startProduct } from "../../apps/server/src/start/product.ts";
import { answerBench } from "../processes.ts";

// The whole product as it runs in production, on the database of the bench.

const PAGES = fileURLToPath(new URL("../../apps/web/build/client", import.meta.url));
/** Limits that one machine cannot exhaust, because it sends the requests of thousands. */
const NO_LIMITS = {
  LIMIT_MESSAGES: "999999/1",
  LIMIT_VIEWS: "999999/1",
  LIMIT_DISCOVERY_COUNTS: "999999/1",
  LIMIT_PRESENCE: "999999/1",
  LIMIT_PRESENCE_LISTS: "999999/1",
  LIMIT_PHOTO_READS: "999999/1",
  LIMIT_SESSION_CHECKS: "999999/1",
  LIMIT_BODIES: "999999/1",
  LIMIT_CALLS: "999999/1",
  LIMIT_STAFF_CALLS: "999999/1",
  LIMIT_FAVORITES: "999999/1",
  CONNECTIONS_PER_ADDRESS: "999999",
  PROFILES_A_DAY: "10000",
  PROFILES_A_DAY_PREMIUM: "10000",
  PROFILES_A_DAY_NEW: "10000",
};

/** A statement as the product sends it. */
export type Statement = { text: string; values: unknown[] };

let product: Product | undefined;

/** Returns the origin of the started product. */
async function start(settings: Record<string, string>): Promise<string> {
  const read = readConfig({
    ...NO_LIMITS,
    DEMO: "off",
    PORT: "0",
    ADMIN_PASSWORD: "um segredo de bancada",
    ...settings,
  });
  if (!read.ok) throw new Error(read.errors.join(" "));
  const lines: string[] = [];
  // The mode is set here, because a configuration for production would require https and mail. What matters is that
  // production does not validate answers.
  const config = { ...read.config, mode: "production" as const };
  const say = (line: string) => lines.push(line);
  const opening = openServerEarly(config, say);
  product = await startProduct({ config, pagesFolder: PAGES, say, opening });
  const address = /^Address: (\S+)$/m.exec(lines.join("\n"))?.[1];
  if (!address) throw new Error(`the product did not print its address: ${lines.join(" ")}`);
  return address;
}

/** A named statement is one object. */
function readNamed(query: unknown): Statement {
  const { text, values = [] } = query as Statement; // The product sends no other kind.
  return { text, values };
}

/** Sends one request and returns every statement that the database got meanwhile. */
async function record({ url, cookie }: { url: string; cookie: string }): Promise<Statement[]> {
  const statements: Statement[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    if (first !== STILL_HEARING)
      statements.push(
        typeof first === "string" ? { text: first, values: Array.isArray(second) ? second : [] } : readNamed(first),
      );
    // The cast is safe, because the same arguments are passed on.
    return Reflect.apply(original, this, args) as never;
  } as typeof original;
  try {
    const answer = await fetch(url, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  } finally {
    pg.Client.prototype.query = original;
  }
  return statements;
}

answerBench({ start, record }, async () => product?.stop());
