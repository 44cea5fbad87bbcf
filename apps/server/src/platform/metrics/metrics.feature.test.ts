import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeOpenOrder } from "../../testing/orders.ts";
import { PATIENT } from "../../testing/patience.ts";
import { environmentOf, startS3 } from "../../testing/s3-server.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import type { Log } from "../log.ts";
import { GAUGES } from "./gauges.ts";
import { openMetrics } from "./metrics.ts";

const TOKEN = "um-segredo-de-metricas-1";
const world = await openWorld({ METRICS_TOKEN: TOKEN, DISCOVERY_INDEX: "on" });

const ask = (authorization?: string) =>
  world.app.inject({ url: "/metrics", headers: authorization === undefined ? {} : { authorization } });
/** The lines of a reading, without their help. */
const read = async () => (await ask(`Bearer ${TOKEN}`)).body.split("\n").filter((line) => !line.startsWith("#"));
const numberOf = (lines: string[], start: string) =>
  Number(lines.find((line) => line.startsWith(`${start} `))?.slice(start.length));

test("a request without the token is answered like a missing address of the API", async () => {
  const missingAnswer = await world.app.inject({ url: "/keine" });
  for (const header of [undefined, "", "Bearer ", `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
    const answer = await ask(header);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe(missingAnswer.json().code);
  }
  const answer = await ask(`Bearer ${TOKEN}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  expect(answer.headers["content-type"]).toContain("text/plain");
});

test("metrics cannot be read without a token in the settings", async () => {
  const plain = await openWorld({}, world);
  const answer = await plain.app.inject({ url: "/metrics", headers: { authorization: "Bearer undefined" } });
  expect(answer.statusCode).toBe(404);
});

const grownBy = (before: string[], after: string[], start: string) =>
  numberOf(after, start) - (numberOf(before, start) || 0);

test("calls are counted by name, result and outcome, and timed but for uploads and files", async () => {
  const ana = await makeWriter(world);
  const bruno = await makeSignedIn(world, { role: "daddy" });
  const before = await read();
  await ana.send(bruno, "Oi");
  await bruno.browser.api.messaging.chat({ params: { memberId: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b" } });
  await world.browser().raw("/api/photos/0190a1b2c3d47e5f.webp");
  const after = await read();
  expect(grownBy(before, after, 'caramelo_calls_total{call="messaging.send",result="ok",outcome="ok"}')).toBe(1);
  const missingLine = 'caramelo_calls_total{call="messaging.chat",result="refused",outcome="NOT_FOUND"}';
  expect(grownBy(before, after, missingLine)).toBe(1);
  expect(grownBy(before, after, 'caramelo_call_seconds_count{call="messaging.send"}')).toBe(1);
  expect(after.filter((line) => /call_seconds_count\{call="(?:photos|page)/.test(line))).toEqual([]);
});

test("a call that the server makes for a page is counted like others", async () => {
  const name = 'caramelo_calls_total{call="cities.search",result="ok",outcome="ok"}';
  const before = await read();
  expect((await world.app.inject({ url: "/api/cities?q=rio" })).statusCode).toBe(200);
  expect(grownBy(before, await read(), name)).toBe(1);
});

test("a call that its browser gives up is counted as aborted", async () => {
  const name = 'caramelo_calls_total{call="accounts.requestRecovery",result="aborted",outcome="aborted"}';
  const before = await read();
  const { port } = world.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /api/recovery HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\n` +
      "content-type: application/json\r\ncontent-length: 40\r\n\r\n{",
  );
  await vi.waitFor(async () => {
    socket.resetAndDestroy();
    expect(grownBy(before, await read(), name)).toBe(1);
  });
});

test("live sends are counted by their result", async () => {
  const ana = await makeSignedIn(world);
  const live = await openLiveSocket(ana.browser);
  const before = await read();
  live.send("send", { withId: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b", clientId: randomUUID(), text: "Oi" });
  const [refusal] = await live.waitFor("refused");
  const name = `caramelo_live_events_total{event="send",result="refused",outcome="${refusal?.code}"}`;
  expect(grownBy(before, await read(), name)).toBe(1);
  live.socket.terminate();
});

test("a source that fails or never ends leaves out its own numbers only, and is logged", async () => {
  const warnings: string[] = [];
  // The metrics log nothing but warnings.
  const log = { warn: (...words: unknown[]) => void warnings.push(String(words.at(-1))) } as unknown as Log;
  const metrics = await openMetrics(log, 50);
  metrics.countLostWorker("time");
  metrics.addSources([
    () => [{ name: "caramelo_live_connections", value: 7 }],
    () => Promise.reject(new Error("no")),
    () => [{ name: "caramelo_mails_waiting", value: 3 }],
    () => new Promise(() => {}),
    () => [{ name: "caramelo_mails_failed", value: 1 }],
  ]);
  const [{ text }, sharedReading] = await Promise.all([metrics.write(), metrics.write()]);
  expect(sharedReading.text).toBe(text);
  expect(text).toContain("\ncaramelo_live_connections 7\n");
  expect(text).toContain("\ncaramelo_mails_waiting 3\n");
  expect(text).toContain('caramelo_photo_workers_lost_total{reason="time"} 1');
  expect(text).not.toMatch(/\ncaramelo_mails_failed \d/);
  expect(warnings).toEqual(["a metric could not be read", "a reading of the metrics took too long"]);
});

test("each gauge has a value that a process without Redis and backups can read", async () => {
  const { id } = await makeSignedIn(world, { role: "daddy" });
  await makeOpenOrder(world, { id, role: "daddy" });
  const lines = await read();
  const names = new Set(lines.map((line) => line.split(/[ {]/)[0]));
  const missingNames = Object.keys(GAUGES).filter((name) => !names.has(name));
  expect(missingNames.toSorted()).toEqual([
    "caramelo_backup_age_seconds",
    "caramelo_bucket_up",
    "caramelo_database_write_age_seconds",
    "caramelo_mails_oldest_seconds",
    "caramelo_pending_work_oldest_seconds",
    "caramelo_queue_oldest_seconds",
    "caramelo_redis_up",
    "caramelo_replica_age_seconds",
    "caramelo_replica_up",
  ]);
  expect(numberOf(lines, "caramelo_database_up")).toBe(1);
  expect(numberOf(lines, "caramelo_discovery_index_ready")).toBe(1);
  expect(numberOf(lines, 'caramelo_database_connections{pool="main",state="open"}')).toBeGreaterThan(0);
  expect(numberOf(lines, 'caramelo_orders{state="pending"}')).toBeGreaterThan(0);
  expect(names).toContain("nodejs_eventloop_lag_seconds");
});

test("a bucket that is away is measured, and so is its return", async () => {
  const bucket = await startS3();
  onTestFinished(bucket.remove);
  const settings = { METRICS_TOKEN: TOKEN, ...environmentOf(bucket.settings) };
  const inBucket = await openWorld({ ...settings, MASTER_KEY: Buffer.alloc(32, 7).toString("base64") });
  const isUp = async () => {
    const { body } = await inBucket.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${TOKEN}` } });
    return /^caramelo_bucket_up (\d)$/m.exec(body)?.[1];
  };
  expect(await isUp()).toBe("1");
  await bucket.stop();
  expect(await isUp()).toBe("0");
  await bucket.restart();
  await vi.waitFor(async () => expect(await isUp()).toBe("1"), PATIENT);
});

const repository = new URL("../../../../../", import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, repository), "utf8");
const NAMES = /\b(?:caramelo|nodejs|process)_[a-z0-9_]+\b/g;

test.each(["deploy/prometheus/caramelo.rules.yml", "deploy/grafana/caramelo.json"])(
  "a reading has all the names that %s uses",
  async (path) => {
    const { body } = await ask(`Bearer ${TOKEN}`);
    const helpNames = [...body.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);
    const usedNames = [...readText(path).matchAll(NAMES)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ""));
    expect(usedNames.length).toBeGreaterThan(15);
    expect([...new Set(usedNames)].filter((name) => !helpNames.includes(name))).toEqual([]);
  },
);

test("the guide says what to do about each alert", () => {
  const alerts = [...readText("deploy/prometheus/caramelo.rules.yml").matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  const guide = [...readText("docs/operations.md").matchAll(/^\| `(Caramelo\w+)` \|/gm)].map(([, name]) => name);
  expect(alerts).toEqual(guide);
});

test("a reading of the metrics names nobody", async () => {
  const ana = await makeWriter(world);
  await ana.send(await makeSignedIn(world, { role: "daddy" }), "Oi");
  const text = (await read()).join("\n");
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(text).not.toContain("@");
});
