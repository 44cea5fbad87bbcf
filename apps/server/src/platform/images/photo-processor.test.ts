import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makePhoto, sampleFiles } from "../../testing/hostile-files.ts";
import type { PhotoResult } from "./images.ts";
import { startPhotoProcessor } from "./photo-processor.ts";
import { type PhotoWorker, startPhotoWorker, type WorkerLimits, type WorkerLoss } from "./worker-process.ts";

// Starting processes takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const REFUSED: PhotoResult = { ok: false, code: "FILE_INVALID_TYPE" };
const AMPLE: WorkerLimits = { timeMs: 60_000, memoryBytes: 2_000_000_000 };
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

test("[T36] a photo comes back from the worker process in three sizes, and the process is used again", async () => {
  let started = 0;
  const processor = openProcessor(() => {
    started += 1;
    return startPhotoWorker(AMPLE);
  });

  for (const format of ["jpeg", "webp"] as const) {
    const result = await processor.process(await makePhoto({ format }));
    expect(result).toMatchObject({ ok: true, photo: { width: 800, height: 600, thumbhash: expect.any(String) } });
    if (result.ok) expect(Object.values(result.photo.sizes).every((size) => size.length > 500)).toBe(true);
  }
  expect(started).toBe(1);
});

test("[T36] bad files are refused by the worker or before it, and none of them ends it", async () => {
  const losses: WorkerLoss[] = [];
  const processor = startPhotoProcessor({ onLoss: (loss) => losses.push(loss) });
  onTestFinished(() => processor.close());
  const bad = sampleFiles.filter(({ expected }) => expected !== "photo");

  const codes = await Promise.all(bad.map(async ({ bytes }) => processor.process(await bytes())));

  expect(codes).toEqual(bad.map(({ expected }) => ({ ok: false, code: expected })));
  expect(losses).toEqual([]);
});

test("[T36] two photos are in hand at most, forty wait, and one more hears BUSY at once", async () => {
  const { startWorker, inHand } = holdEverything();
  const processor = openProcessor(startWorker);

  const answers = Array.from({ length: 42 }, () => processor.process(jpeg));
  expect(await processor.process(jpeg)).toEqual({ ok: false, code: "BUSY" });
  let most = 0;
  for (let done = 0; done < 42; done += 1) {
    await expect.poll(() => inHand.length).toBeGreaterThan(0);
    most = Math.max(most, inHand.length);
    inHand.shift()?.(REFUSED);
  }

  expect(await Promise.all(answers)).toEqual(answers.map(() => REFUSED));
  expect(most).toBe(2);
});

test("[T36] a lost worker costs its own photo only, and the next photo gets a new worker", async () => {
  const { startWorker, inHand, started } = holdEverything();
  const losses: WorkerLoss[] = [];
  const processor = startPhotoProcessor({ startWorker, onLoss: (loss) => losses.push(loss) });

  const [first, second] = [processor.process(jpeg), processor.process(jpeg)];
  await expect.poll(() => inHand.length).toBe(2);
  inHand.shift()?.("time");
  expect(await first).toEqual(REFUSED);
  const third = processor.process(jpeg);
  await expect.poll(() => inHand.length).toBe(2);
  for (const settle of inHand.splice(0)) settle({ ok: false, code: "FILE_TOO_LARGE" });

  expect([await second, await third]).toEqual(Array(2).fill({ ok: false, code: "FILE_TOO_LARGE" }));
  expect(losses).toEqual(["time"]);
  expect(started()).toBe(3);
});

test("closing lets photos in hand end, answers BUSY to those that wait and to new ones, and may be repeated", async () => {
  const { startWorker, inHand, alive } = holdEverything();
  const processor = startPhotoProcessor({ startWorker });
  const answers = Array.from({ length: 3 }, () => processor.process(jpeg));
  await expect.poll(() => inHand.length).toBe(2);

  const closing = processor.close();
  expect(await processor.process(jpeg)).toEqual({ ok: false, code: "BUSY" });
  for (const settle of inHand.splice(0)) settle(REFUSED);
  await Promise.all([closing, processor.close()]);

  expect(await Promise.all(answers)).toEqual([REFUSED, REFUSED, { ok: false, code: "BUSY" }]);
  expect(alive()).toBe(0);
});

test("[T36] a worker that takes too long is ended", async () => {
  const worker = await startScript(`process.send("ready"); setInterval(() => {}, 1000);`, { ...AMPLE, timeMs: 50 });
  expect(await worker.process(jpeg)).toBe("time");
  expect(worker.isAlive()).toBe(false);
});

test("[T36] a worker that grows too large is ended", async () => {
  const greedy = `process.on("message", () => { globalThis.kept = Buffer.alloc(400_000_000, 1); setInterval(() => {}, 1000); }); process.send("ready");`;
  const worker = await startScript(greedy, { ...AMPLE, memoryBytes: 300_000_000 });
  expect(await worker.process(jpeg)).toBe("memory");
});

test("[T36] a worker that dies answers for its photo", async () => {
  const worker = await startScript(`process.on("message", () => process.abort()); process.send("ready");`, AMPLE);
  expect(await worker.process(jpeg)).toBe("death");
  expect(worker.isAlive()).toBe(false);
});

test("a worker that cannot start is our fault, not the photo's", async () => {
  const worker = await startScript(`process.exit(1);`, AMPLE);
  await expect(worker.process(jpeg)).rejects.toThrow("does not start");
});

test("the worker knows nothing of our environment", async () => {
  const told = `process.on("message", () => process.send({ ok: false, code: Object.keys(process.env).join() })); process.send("ready");`;
  const worker = await startScript(told, AMPLE);
  const names = await worker.process(jpeg);
  expect(names).toEqual({ ok: false, code: expect.not.stringMatching(/PATH|HOME|DATABASE|VITEST/) });
});

test("the worker ends when its parent is gone", async () => {
  const child = fork(new URL("./photo-worker.ts", import.meta.url), { serialization: "advanced", execArgv: [] });
  const ended = once(child, "exit");
  await once(child, "message");

  child.disconnect();

  expect(await ended).toEqual([null, "SIGKILL"]);
});

test("an idle worker keeps nobody alive, a photo in hand does", async () => {
  const script = `
    import { readFileSync } from "node:fs";
    import { startPhotoProcessor } from ${JSON.stringify(new URL("./photo-processor.ts", import.meta.url).href)};
    const result = await startPhotoProcessor().process(readFileSync(0));
    process.stdout.write(String(result.ok));`;

  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    input: await makePhoto(),
  });

  expect([stdout.toString(), status]).toEqual(["true", 0]);
});

function openProcessor(startWorker: () => PhotoWorker) {
  const processor = startPhotoProcessor({ startWorker });
  onTestFinished(() => processor.close());
  return processor;
}

/** Workers in name only: each photo waits in `inHand` for the test to settle it. */
function holdEverything() {
  const inHand: ((outcome: PhotoResult | WorkerLoss) => void)[] = [];
  const workers: PhotoWorker[] = [];
  function startWorker(): PhotoWorker {
    let isAlive = true;
    const worker: PhotoWorker = {
      async process() {
        const outcome = await new Promise<PhotoResult | WorkerLoss>((resolve) => inHand.push(resolve));
        isAlive = typeof outcome !== "string";
        return outcome;
      },
      isAlive: () => isAlive,
      async stop() {
        isAlive = false;
      },
    };
    workers.push(worker);
    return worker;
  }
  return { startWorker, inHand, started: () => workers.length, alive: () => workers.filter((w) => w.isAlive()).length };
}

/** A worker process that runs another script than ours. */
async function startScript(script: string, limits: WorkerLimits): Promise<PhotoWorker> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-worker-"));
  const file = join(folder, "worker.mjs");
  await writeFile(file, script);
  const worker = startPhotoWorker(limits, file);
  onTestFinished(async () => {
    await worker.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return worker;
}
