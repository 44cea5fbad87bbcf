import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makePhoto, sampleFiles } from "../../testing/hostile-files.ts";
import { makeBlankPng } from "../../testing/image-bytes.ts";
import type { Lane } from "./photo-lanes.ts";
import { type PhotoSender, startPhotoProcessor } from "./photo-processor.ts";
import type { PhotoResult } from "./process-photo.ts";
import type { UsageLimits } from "./process-usage.ts";
import { type PhotoWorker, startPhotoWorker, type WorkerAnswer, type WorkerLoss } from "./start-photo-worker.ts";

// Starting a process takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const REFUSED: PhotoResult = { ok: false, code: "FILE_INVALID_TYPE" };
const DONE: PhotoResult = {
  ok: true,
  photo: {
    sizes: { small: jpegBytes(), medium: jpegBytes(), large: jpegBytes() },
    width: 200,
    height: 200,
    thumbhash: "",
  },
};
const BUSY = { ok: false, code: "BUSY" } as const;
const AMPLE: UsageLimits = { processorMs: 60_000, waitMs: 60_000, memoryBytes: 2_000_000_000 };
const jpeg = await makePhoto({ width: 200, height: 200 });
const read = async () => jpeg;

let senders = 0;
/** Returns a new sender, unless one is named. */
function from(lane: Lane, sender?: string, rest: Partial<PhotoSender> = {}): PhotoSender {
  senders += 1;
  return { lane, sender: sender ?? `sender ${senders}`, signal: new AbortController().signal, ...rest };
}

test("[T36] the worker process answers a photo in three sizes and is used again", async () => {
  let startedCount = 0;
  const processor = openProcessor(() => {
    startedCount += 1;
    return startPhotoWorker(AMPLE);
  });

  for (const format of ["jpeg", "webp"] as const) {
    const bytes = await makePhoto({ format });
    const result = await processor.process([async () => bytes], from("members"));
    const photo = { width: 800, height: 600, thumbhash: expect.any(String) };
    expect(result).toMatchObject({ ok: true, photos: [photo] });
    for (const { sizes } of result.ok ? result.photos : [])
      expect(Object.values(sizes).every((size) => size.length > 500)).toBe(true);
  }
  expect(startedCount).toBe(1);
});

test("[T36] bad files are refused before or by the worker, and none of them ends it", async () => {
  const losses: WorkerLoss[] = [];
  const processor = startPhotoProcessor({ onLoss: (loss) => losses.push(loss) });
  onTestFinished(() => processor.close());
  const bad = sampleFiles.filter(({ expected }) => expected !== "photo");

  const codes = [];
  // A lane holds 60 uploads.
  for (const part of [bad.slice(0, 50), bad.slice(50)])
    codes.push(...(await Promise.all(part.map(({ bytes }) => processor.process([bytes], from("members"))))));

  expect(codes).toEqual(bad.map(({ expected }) => ({ ok: false, code: expected })));
  expect(losses).toEqual([]);
});

test("[T65] one bad file refuses its upload before any of it reaches a worker", async () => {
  const { startWorker, countStarted } = openHeldWorkers();
  const text = async () => Buffer.from("olá");
  const result = await openProcessor(startWorker).process([read, read, text], from("guests"));
  expect([result, countStarted()]).toEqual([{ ok: false, code: "FILE_INVALID_TYPE" }, 0]);
});

test("[T36] at most two photos are in progress, and the others wait unread", async () => {
  const { startWorker, inProgress } = openHeldWorkers();
  const processor = openProcessor(startWorker);
  let reads = 0;
  const countReads = async () => {
    reads += 1;
    return jpeg;
  };

  const answers = Array.from({ length: 40 }, () => processor.process([countReads], from("members")));
  let most = 0;
  for (let doneCount = 0; doneCount < 40; doneCount += 1) {
    await expect.poll(() => inProgress.length).toBeGreaterThan(0);
    most = Math.max(most, inProgress.length);
    // One reading for the header and one for the worker.
    expect(reads).toBeLessThanOrEqual(2 * (doneCount + 2));
    inProgress.shift()?.(REFUSED);
  }

  expect(await Promise.all(answers)).toEqual(answers.map(() => REFUSED));
  expect(most).toBe(2);
});

test("[T36] a lost worker loses only its own photo, and the next photo gets a new worker", async () => {
  const { startWorker, inProgress, countStarted } = openHeldWorkers();
  const losses: WorkerLoss[] = [];
  const processor = startPhotoProcessor({ startWorker, onLoss: (loss) => losses.push(loss) });
  const send = () => processor.process([read], from("members"));

  const [first, second] = [send(), send()];
  await expect.poll(() => inProgress.length).toBe(2);
  inProgress.shift()?.("death");
  expect(await first).toEqual(REFUSED);
  const third = send();
  await expect.poll(() => inProgress.length).toBe(2);
  for (const finish of inProgress.splice(0)) finish({ ok: false, code: "FILE_TOO_LARGE" });

  expect([await second, await third]).toEqual(Array(2).fill({ ok: false, code: "FILE_TOO_LARGE" }));
  expect(losses).toEqual(["death"]);
  expect(countStarted()).toBe(3);
});

test.each([
  ["time", "FILE_TOO_COMPLEX"],
  ["memory", "FILE_TOO_COMPLEX"],
  ["death", "FILE_INVALID_TYPE"],
  ["busy", "BUSY"],
] as const)("[T65] a worker lost by %s is answered as %s: a busy node is no fault of the file", async (loss, code) => {
  const { startWorker, inProgress } = openHeldWorkers();
  const answer = openProcessor(startWorker).process([read], from("guests"));
  await expect.poll(() => inProgress.length).toBe(1);
  inProgress.shift()?.(loss);
  expect(await answer).toEqual({ ok: false, code });
});

test("[T65] a sender is charged what each photo took of the processor, and may send no more when all is used", async () => {
  const { startWorker, inProgress } = openHeldWorkers();
  const charged: number[] = [];
  const budget = {
    check: async () => {
      if (charged.length === 2) throw new Error("all is used");
    },
    charge: async (seconds: number) => void charged.push(seconds),
  };
  const answer = openProcessor(startWorker).process([read, read, read], from("guests", "a", { budget }));
  answer.catch(() => {});
  for (let photo = 0; photo < 2; photo += 1) {
    await expect.poll(() => inProgress.length).toBe(1);
    inProgress.shift()?.(DONE);
  }
  await expect(answer).rejects.toThrow("all is used");
  expect([charged, inProgress]).toEqual([[1.5, 1.5], []]);
});

test("[T65] a guest's ordinary photos wait for the expensive one that is being decoded, and for no other earlier one", async () => {
  const { startWorker, inProgress } = openHeldWorkers();
  const processor = openProcessor(startWorker);
  const dear = makeBlankPng({ width: 6_300, height: 6_300 });
  const readBy: string[] = [];
  const send = (name: string, bytes: Uint8Array) => {
    const readNamed = async () => {
      readBy.push(name);
      return bytes;
    };
    return processor.process([readNamed, readNamed], from("guests", name));
  };
  const attacks = ["a", "b", "c", "d"].map((name) => send(name, dear));
  await expect.poll(() => inProgress.length).toBe(1);
  const honest = send("ana", jpeg);
  for (let photo = 0; photo < 3; photo += 1) {
    await expect.poll(() => inProgress.length).toBe(1);
    inProgress.shift()?.(DONE);
  }
  expect(await honest).toMatchObject({ ok: true });
  // First, the headers of all attacks were read, and the photo of "a" that was already being decoded. The headers and
  // photos of "ana" came next.
  const before = ["a", "a", "b", "b", "c", "c", "d", "d", "a"];
  expect(readBy.slice(0, 13)).toEqual([...before, "ana", "ana", "ana", "ana"]);
  for (let photo = 0; photo < 7; photo += 1) {
    await expect.poll(() => inProgress.length).toBe(1);
    inProgress.shift()?.(DONE);
  }
  for (const result of await Promise.all(attacks)) expect(result.ok).toBe(true);
});

test("[T65] when the client has gone, the photos of its upload that have not started are dropped", async () => {
  const { startWorker, inProgress } = openHeldWorkers();
  const processor = openProcessor(startWorker);
  const [goneController, waitingController] = [new AbortController(), new AbortController()];
  const first = processor.process([read, read, read], from("guests", "a", { signal: goneController.signal }));
  const second = processor.process([read], from("guests", "b", { signal: waitingController.signal }));
  await expect.poll(() => inProgress.length).toBe(1);
  waitingController.abort();
  expect(await second).toEqual({ ok: false, code: "GONE" });
  goneController.abort();
  inProgress.shift()?.(DONE);
  expect(await first).toEqual({ ok: false, code: "GONE" });
  const next = processor.process([read], from("guests", "c"));
  await expect.poll(() => inProgress.length).toBe(1);
  inProgress.shift()?.(REFUSED);
  expect(await next).toEqual(REFUSED);
});

test("a close finishes the photos in progress, answers BUSY to waiting and new ones, and may be repeated", async () => {
  const { startWorker, inProgress, alive } = openHeldWorkers();
  const processor = startPhotoProcessor({ startWorker });
  const answers = Array.from({ length: 3 }, () => processor.process([read], from("members")));
  await expect.poll(() => inProgress.length).toBe(2);

  const closing = processor.close();
  expect(await processor.process([read], from("members"))).toEqual(BUSY);
  for (const finish of inProgress.splice(0)) finish(REFUSED);
  await Promise.all([closing, processor.close()]);

  expect(await Promise.all(answers)).toEqual([REFUSED, REFUSED, BUSY]);
  expect(alive()).toBe(0);
});

test("[T36] a worker that takes too long of the processor is ended", async () => {
  const endless = `process.on("message", () => { for (;;); }); process.send("ready");`;
  const worker = await startScript(endless, { ...AMPLE, processorMs: 100 });
  expect(await worker.process(jpeg)).toEqual({ outcome: "time", processorMs: expect.any(Number) });
  expect(worker.isAlive()).toBe(false);
});

test("[T65] a worker that only waits is ended as busy, and has used nothing of the processor", async () => {
  const waitingScript = `process.on("message", () => setInterval(() => {}, 1000)); process.send("ready");`;
  const waitMs = 1_000;
  const worker = await startScript(waitingScript, { ...AMPLE, waitMs });
  const { outcome, processorMs } = await worker.process(jpeg);
  expect(outcome).toBe("busy");
  expect(processorMs).toBeLessThan(waitMs);
});

test("[T36] a worker that grows too large is ended", async () => {
  const greedy = `process.on("message", () => { globalThis.kept = Buffer.alloc(400_000_000, 1); setInterval(() => {}, 1000); }); process.send("ready");`;
  const worker = await startScript(greedy, { ...AMPLE, memoryBytes: 300_000_000 });
  expect(await worker.process(jpeg)).toMatchObject({ outcome: "memory" });
});

test("[T36] a worker that dies answers that its photo was lost", async () => {
  const worker = await startScript(`process.on("message", () => process.abort()); process.send("ready");`, AMPLE);
  expect(await worker.process(jpeg)).toMatchObject({ outcome: "death" });
  expect(worker.isAlive()).toBe(false);
});

test("a worker that cannot start throws instead of refusing the photo", async () => {
  const worker = await startScript(`process.exit(1);`, AMPLE);
  await expect(worker.process(jpeg)).rejects.toThrow("does not start");
});

test("the worker does not get the server's environment", async () => {
  const script = `process.on("message", () => process.send({ ok: false, code: Object.keys(process.env).join() })); process.send("ready");`;
  const worker = await startScript(script, AMPLE);
  const { outcome } = await worker.process(jpeg);
  expect(outcome).toEqual({ ok: false, code: expect.not.stringMatching(/PATH|HOME|DATABASE|VITEST/) });
});

test("[T65] guests' photos are decoded by separate processes, which leave a busy node's cores to those of members", async () => {
  const { startWorker, inProgress } = openHeldWorkers();
  const lanes: Lane[] = [];
  const processor = startPhotoProcessor({
    startWorker: (lane) => {
      lanes.push(lane);
      return startWorker();
    },
  });
  onTestFinished(() => processor.close());
  for (const lane of ["guests", "members"] as const) {
    const answer = processor.process([read], from(lane));
    await expect.poll(() => inProgress.length).toBe(1);
    inProgress.shift()?.(REFUSED);
    await answer;
  }
  expect(lanes).toEqual(["guests", "members"]);
});

test("a worker has the priority that it was started with", async () => {
  const child = fork(new URL("./photo-worker.ts", import.meta.url), ["19"], {
    serialization: "advanced",
    execArgv: [],
  });
  await once(child, "message");
  expect(getPriority(child.pid)).toBe(19);
  child.disconnect();
});

test("the worker ends when its parent is gone", async () => {
  const child = fork(new URL("./photo-worker.ts", import.meta.url), { serialization: "advanced", execArgv: [] });
  const exit = once(child, "exit");
  await once(child, "message");

  child.disconnect();

  expect(await exit).toEqual([null, "SIGKILL"]);
});

test("a photo in progress keeps the server alive, an idle worker does not", async () => {
  const script = `
    import { readFileSync } from "node:fs";
    import { startPhotoProcessor } from ${JSON.stringify(new URL("./photo-processor.ts", import.meta.url).href)};
    const sender = { lane: "members", sender: "ana", signal: new AbortController().signal };
    const bytes = readFileSync(0);
    const result = await startPhotoProcessor().process([async () => bytes], sender);
    process.stdout.write(String(result.ok));`;

  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    input: await makePhoto(),
  });

  expect([stdout.toString(), status]).toEqual(["true", 0]);
});

function jpegBytes() {
  return Buffer.from([0xff, 0xd8, 0xff]);
}

function openProcessor(startWorker: () => PhotoWorker) {
  const processor = startPhotoProcessor({ startWorker });
  onTestFinished(() => processor.close());
  return processor;
}

/** Fake workers: each photo waits in `inProgress` until the test finishes it. */
function openHeldWorkers() {
  const inProgress: ((outcome: PhotoResult | WorkerLoss) => void)[] = [];
  const workers: PhotoWorker[] = [];
  function startWorker(): PhotoWorker {
    let isAlive = true;
    const worker: PhotoWorker = {
      async process(): Promise<WorkerAnswer> {
        const outcome = await new Promise<PhotoResult | WorkerLoss>((resolve) => inProgress.push(resolve));
        isAlive = typeof outcome !== "string";
        return { outcome, processorMs: 1_500 };
      },
      isAlive: () => isAlive,
      async stop() {
        isAlive = false;
      },
    };
    workers.push(worker);
    return worker;
  }
  return {
    startWorker,
    inProgress,
    countStarted: () => workers.length,
    alive: () => workers.filter((w) => w.isAlive()).length,
  };
}

/** Starts a worker process that runs another script. */
async function startScript(script: string, limits: UsageLimits): Promise<PhotoWorker> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-worker-"));
  const file = join(folder, "worker.mjs");
  await writeFile(file, script);
  const worker = startPhotoWorker(limits, { file });
  onTestFinished(async () => {
    await worker.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return worker;
}
