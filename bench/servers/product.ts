import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import pg from "pg";
import { STILL_HEARING } from "../../apps/server/src/platform/database/listen.ts";
import { readConfig } from "../../apps/server/src/start/config.ts";
import { openServerEarly } from "../../apps/server/src/start/open-server-early.ts";
import { type Product, startProduct } from "../../apps/server/src/start/product.ts";
import { limitSetting, rateLimits } from "../../packages/contract/src/call/rate-limits.ts";
import { answerBench } from "../processes.ts";

// The whole product as it runs in production, on the database of the bench.

const PAGES = join(import.meta.dirname, "../../apps/web/build/client");
/** The limits are switched off, because one machine sends the requests of thousands. */
const NO_LIMITS = {
  ...Object.fromEntries(Object.keys(rateLimits).map((name) => [limitSetting(name), "999999/1"])),
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
  const own = { DEMO: "off", PORT: "0", ADMIN_PASSWORD: "um segredo de bancada" };
  const configResult = readConfig({ ...NO_LIMITS, ...own, ...settings });
  if (!configResult.ok) throw new Error(configResult.errors.join(" "));
  const lines: string[] = [];
  // The mode and the log level are set after the settings are read, because settings for production would require https
  // and mail. What matters is that production does not validate answers, and that its log says what the index costs.
  const config = { ...configResult.config, mode: "production" as const, logLevel: "info" as const };
  const say = (line: string) => lines.push(line);
  product = await startProduct({ config, pagesFolder: PAGES, say, opening: openServerEarly(config, say) });
  const address = /^Address: (\S+)$/m.exec(lines.join("\n"))?.[1];
  if (!address) throw new Error(`the product did not print its address: ${lines.join(" ")}`);
  return address;
}

/** Sends one request and returns every statement that the database got meanwhile. */
async function record({ url, cookie }: { url: string; cookie: string }): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: [Statement | string, unknown]) {
    const [statement, values] = args;
    if (typeof statement !== "string") statements.push({ text: statement.text, values: statement.values ?? [] });
    else if (statement !== STILL_HEARING)
      statements.push({ text: statement, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, args);
  } as typeof query; // The product sends only these two kinds of arguments.
  try {
    const answer = await fetch(url, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

/** What was seen since the last reading: the least heap in use, in bytes, and delays of the event loop, in ms. */
export type Watch = { lowestHeap: number; delayP99: number; longestDelay: number };

const delays = monitorEventLoopDelay({ resolution: 10 });
let lowestHeap = Number.POSITIVE_INFINITY;

function watch(): void {
  delays.enable();
  const look = () => {
    lowestHeap = Math.min(lowestHeap, process.memoryUsage().heapUsed);
  };
  setInterval(look, 100).unref();
}

function readWatch(): Watch {
  const seenValues = { lowestHeap, delayP99: delays.percentile(99) / 1e6, longestDelay: delays.max / 1e6 };
  delays.reset();
  lowestHeap = Number.POSITIVE_INFINITY;
  return seenValues;
}

answerBench({ start, record, watch, readWatch }, async () => product?.stop());
