import { chmod, mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startProduct } from "../../e2e/support/product-process.ts";
import type { Size } from "../fixtures/sizes.ts";
import { findFreePort } from "../processes.ts";
import { type Finding, figure, printProgress } from "../report.ts";
import { median } from "../rules.ts";

// From the start of the server's process, as `npm start` starts it once everything is installed and built, to the
// first page it answers.

function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, host: "127.0.0.1", path: "/login", agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode === 200));
    });
    request.on("error", () => resolve(false));
  });
}

/** Seconds until /login is there. */
async function timeStart(folder: string): Promise<number> {
  const port = await findFreePort();
  const settings = { DATA_DIR: join(folder, "data"), DEMO: "off", PORT: String(port) };
  const started = performance.now();
  const starting = startProduct(settings, join(folder, "server.log"));
  const failed = starting.then(
    () => false,
    () => true,
  );
  while (!(await isAnswering(port))) {
    if (await Promise.race([failed, sleep(5, false)])) break;
  }
  const seconds = (performance.now() - started) / 1000;
  await (await starting).stop();
  return seconds;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-bench-"));
  // As root PostgreSQL runs as another user, who must be able to pass.
  await chmod(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function benchColdStart({ starts }: Size): Promise<Finding> {
  printProgress(`Cold starts: ${starts} in new folders, ${starts} again …`);
  const [first, again]: [number[], number[]] = [[], []];
  for (let run = 0; run < starts; run += 1) {
    await inFolder(async (folder) => {
      first.push(await timeStart(folder));
      again.push(await timeStart(folder));
    });
  }
  const format = (times: number[]) => `${figure(median(times))} s (${times.map(figure).join(", ")})`;
  return {
    title: "Cold start: from the server's process to the first /login, without demo data",
    targets: [
      { name: "cold start with data", value: median(again), unit: "s", atMost: 0.9, aim: 0.4 },
      { name: "cold start in a new folder", value: median(first), unit: "s", atMost: 1.8, aim: 1.2 },
    ],
    figures: [`with data: ${format(again)}`, `in a new folder: ${format(first)}`],
  };
}
