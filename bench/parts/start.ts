import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../apps/server/src/testing/free-port.ts";
import { startProduct } from "../../e2e/support/product-process.ts";
import type { Bench, Part, Prepared } from "../part.ts";
import { goal, most } from "../rules.ts";

// The time from the start of the server process, as `npm start` starts it after installing and building, to the first
// page that it answers.

/** The seconds until /login is answered. */
async function timeStart(folder: string): Promise<number> {
  const port = await findFreePort();
  const settings = { DATA_DIR: join(folder, "data"), DEMO: "off", PORT: String(port) };
  const startTime = performance.now();
  const starting = startProduct(settings, join(folder, "server.log"));
  let isStarting = true;
  const end = () => {
    isStarting = false;
  };
  starting.then(end, end);
  const readPage = () => fetch(`http://127.0.0.1:${port}/login`).then(async (page) => page.ok && (await page.text()));
  while (isStarting && !(await readPage().catch(() => false))) await sleep(5);
  const seconds = (performance.now() - startTime) / 1000;
  await (await starting).stop();
  return seconds;
}

/** Makes a folder that PostgreSQL may enter, because, when the bench runs as root, PostgreSQL runs as another user. */
export async function makeFolder({ onStop }: Pick<Bench, "onStop">): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-bench-"));
  onStop(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  return folder;
}

async function prepareStarts(bench: Bench): Promise<Prepared> {
  const take = async () => {
    const folder = await makeFolder(bench);
    return { "s in a new folder": await timeStart(folder), "s with data": await timeStart(folder) };
  };
  return { sides: [{ name: "cold start", take }] };
}

export const start: Part = {
  title: "Cold start: from the server's process to the first /login, without demo data",
  databases: 0,
  phases: [{ prepare: prepareStarts, rounds: 5, isCold: true }],
  goals: [goal("s with data", "cold start", most(0.9, 0.4)), goal("s in a new folder", "cold start", most(1.8, 1.2))],
  why: "A release makes members wait for less than a second, and a newcomer's first start for less than two.",
};
