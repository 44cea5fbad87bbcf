import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rateLimits } from "@caramelo/contract/call/rate-limits";
import { expect, test, vi } from "vitest";
import { type Db, openDatabase } from "../apps/server/src/platform/database/database.ts";
import { findFreePort } from "../apps/server/src/testing/free-port.ts";
import { startHaproxy } from "../apps/server/src/testing/haproxy-server.ts";
import { PRODUCT, prepareNodes, type Release } from "../apps/server/src/testing/product-nodes.ts";
import { buildLastRelease, LAST_RELEASE, readOfLastRelease } from "../scripts/last-release.mjs";
import { openBrowser, type Tally } from "./browser.ts";
import { openBuyer, openUploader } from "./customers.ts";
import { findLosses, type OpenApi } from "./openapi-rules.ts";
import { openOracle } from "./oracle.ts";
import { makePeople } from "./people.ts";
import { openRandom } from "./random.ts";
import { compare, settle } from "./run.ts";
import { NO_LIMITS } from "./server-process.ts";
import { until } from "./wait.ts";

// Two releases are built and processes started eight times, perhaps on a slow machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const PEOPLE_ON_EACH_SIDE = 2;
const SENDS_PER_TICK = 5;
const TICK_MS = 100;
/** A request may wait this long: photos are worked with the lowest priority, on a machine that also starts processes. */
const ANSWER_MS = 60_000;
/** The pause between two actions of a customer. */
const CUSTOMER_PAUSE_MS = 200;
/** As many requests as find each process of two several times. */
const LOADS = 8;
/** The pause between two restarts. */
const SENDS_BETWEEN = 50;
const SEED = 20_261_127;

const limits = Object.keys(rateLimits).map((name) => `LIMIT_${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`);
const { connection, start, closings } = await prepareNodes({
  ...Object.fromEntries(limits.map((name) => [name, "999999/1"])),
  ...NO_LIMITS,
  // A third of it is what HAProxy has to notice, which takes it 1.25 seconds and the time of an answer.
  DRAIN_SECONDS: "9",
  TRUST_PROXY: "127.0.0.1",
});

const folder = await mkdtemp(join(tmpdir(), "caramelo-rolling-"));
closings.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
await chmod(folder, 0o711);

/** The smallest folder that counts as a web build, with one file of this release. */
async function makePages(name: string): Promise<string> {
  const pages = join(folder, name);
  await mkdir(join(pages, "assets"), { recursive: true });
  await writeFile(join(pages, "__spa-fallback.html"), "<!doctype html>");
  await writeFile(join(pages, "assets", `${name}.js`), `// ${name}`);
  return pages;
}

const lastRelease: Release = { program: await buildLastRelease(folder), pages: await makePages("old") };
const thisRelease: Release = { program: PRODUCT, pages: await makePages("new") };

test("the file that names the last release names its last migration, too", () => {
  const landed = readOfLastRelease("apps/server/src/migrations/landed.txt");
  expect(landed.match(/\d{14}-[a-z0-9-]+/g)?.at(-1)).toBe(LAST_RELEASE.lastMigration);
});

test("[T20] the last release and this one run side by side and are restarted in turn, there and back: no request fails, and nothing is lost or doubled", async () => {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const haproxy = await startHaproxy(ports);
  closings.push(haproxy.kill);
  const nodes: { child: ChildProcess; release: Release }[] = [];
  const startAt = async (node: 0 | 1, release: Release) => {
    const { child } = await start("all", { PORT: String(ports[node]) }, release);
    nodes[node] = { child, release };
    await haproxy.waitUntil(node, "ready");
  };
  await startAt(0, lastRelease);
  await startAt(1, lastRelease);
  const { db, close } = openDatabase(connection, { max: 2 });
  closings.push(close);
  const load = await openLoad(db, haproxy.url);
  await load.waitForMore();

  const restart = async (node: 0 | 1, release: Release) => {
    const former = nodes[node];
    if (!former) throw new Error(`no process runs at ${node}`);
    const exit = once(former.child, "exit");
    former.child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    await startAt(node, release);
    await load.waitForMore();
  };
  await restart(0, thisRelease);
  expect(await listFailedAssets(haproxy.url, ["old", "new"])).toEqual([]);
  const [ofThis, ofLast] = [await readOpenApi(ports[0]), await readOpenApi(ports[1])];
  expect(findLosses(ofLast, ofThis)).toEqual([]);
  await restart(1, lastRelease);
  await restart(0, thisRelease);
  await restart(1, thisRelease);
  await restart(0, lastRelease);
  await restart(1, lastRelease);

  expect(await load.findFaults()).toEqual([]);
});

/** Members who write to each other, buy and upload, all through one address. */
async function openLoad(db: Db, origin: string) {
  const failures: string[] = [];
  const onFailure = (text: string) => void failures.push(text);
  const members = await makePeople(db);
  // The last ones have tokens for all of it.
  const sides = [members.babies.slice(-PEOPLE_ON_EACH_SIDE), members.daddies.slice(-PEOPLE_ON_EACH_SIDE)] as const;
  const people = sides.flat();
  const random = openRandom(SEED);
  const oracle = openOracle(join(folder, "oracle.jsonl"));
  const tally: Tally = { tries: 0, silent: 0, unanswered: 0, busy: 0, answeredAgain: 0, refused: 0 };
  let texts = 0;
  const nextText = () => `oi ${++texts}`;
  const sharedOptions = {
    origin,
    oracle,
    random,
    nextText,
    tally,
    haste: 1,
    onFailure,
    onSurprise: onFailure,
    answerMs: ANSWER_MS,
  };
  const browsers = people.map((person) => {
    const others = sides.find((side) => !side.includes(person)) ?? [];
    return openBrowser({ ...sharedOptions, person, others });
  });
  const [buying, uploading] = members.customers;
  if (!buying || !uploading) throw new Error("there are always two customers");
  const ownOfCustomers = { ...sharedOptions, onLoss: onFailure, pauseMs: CUSTOMER_PAUSE_MS };
  const buyer = openBuyer({ ...ownOfCustomers, person: buying });
  const customers = [buyer, await openUploader({ ...ownOfCustomers, person: uploading })];
  let hasEnded = false;
  for (const customer of customers) customer.work(() => !hasEnded);
  let leftCount = 0;
  const mayWrite = () => leftCount-- > 0;
  const ticks = setInterval(() => {
    leftCount = SENDS_PER_TICK;
    for (const browser of browsers) browser.write(mayWrite);
  }, TICK_MS);
  closings.push(() => {
    clearInterval(ticks);
    for (const one of [...browsers, ...customers]) one.close();
  });
  return {
    /** Waits until members have sent and bought more. */
    waitForMore: async () => {
      const boughtCount = buyer.count();
      await oracle.whenReached(oracle.count() + SENDS_BETWEEN);
      await until(
        async () => buyer.count() > boughtCount,
        () => "the next payments",
      );
    },
    /** Ends the load, and returns what failed, was lost or was doubled. */
    findFaults: async () => {
      clearInterval(ticks);
      leftCount = 0;
      hasEnded = true;
      const state = await settle({ product: { withDatabase: (work) => work(db) }, browsers, customers, people });
      const customersFaults = await Promise.all(customers.map((one) => one.findFaults(db)));
      const wrong = [...compare({ oracle, people, browsers }, state), ...customersFaults.flat()];
      return [...failures, ...wrong.map(({ kind, text }) => `${kind}: ${text}`)];
    },
  };
}

async function readOpenApi(port: number): Promise<OpenApi> {
  const response = await fetch(`http://127.0.0.1:${port}/api/docs/openapi.json`);
  expect(response.status).toBe(200);
  return response.json();
}

/** The files of both releases' pages are found whichever process is asked. */
async function listFailedAssets(origin: string, names: string[]): Promise<string[]> {
  const addresses = Array.from({ length: LOADS }, () => names.map((name) => `${origin}/assets/${name}.js`)).flat();
  const statuses = await Promise.all(
    addresses.map(async (address) => [address, (await fetch(address)).status] as const),
  );
  return statuses.filter(([, status]) => status !== 200).map(([address, status]) => `${address} ${status}`);
}
