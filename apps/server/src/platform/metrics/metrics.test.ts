import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeWriter } from "../../testing/messages.ts";
import { makeOpenOrder } from "../../testing/orders.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { GAUGES } from "./gauges.ts";

const TOKEN = "um-segredo-de-metricas-1";
const world = await openWorld({ METRICS_TOKEN: TOKEN, DISCOVERY_INDEX: "on" });

const ask = (authorization?: string) =>
  world.app.inject({ url: "/metrics", headers: authorization === undefined ? {} : { authorization } });
/** The lines of a reading, without their help. */
const read = async () => (await ask(`Bearer ${TOKEN}`)).body.split("\n").filter((line) => !line.startsWith("#"));
const numberOf = (lines: string[], start: string) =>
  Number(lines.find((line) => line.startsWith(`${start} `))?.slice(start.length));

test("are read with the token only; to anybody else they do not exist", async () => {
  const missing = await world.app.inject({ url: "/keine" });
  for (const header of [undefined, "", "Bearer ", `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
    const answer = await ask(header);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe(missing.json().code);
  }
  const answer = await ask(`Bearer ${TOKEN}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  expect(answer.headers["content-type"]).toContain("text/plain");
});

test("do not exist without a token in the settings", async () => {
  const plain = await openWorld({}, world);
  const answer = await plain.app.inject({ url: "/metrics", headers: { authorization: "Bearer undefined" } });
  expect(answer.statusCode).toBe(404);
});

test("count calls by name and outcome, and live sends", async () => {
  const ana = await makeWriter(world);
  const bruno = await makeSignedIn(world, { role: "daddy" });
  const before = await read();
  await ana.send(bruno, "Oi");
  await bruno.browser.api.messaging.conversations({ query: {} });
  await bruno.browser.api.messaging.chat({ params: { memberId: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b" } });
  const lines = await read();
  const grown = (start: string) => numberOf(lines, start) - (numberOf(before, start) || 0);
  expect(grown('caramelo_calls_total{call="messaging.send",outcome="ok"}')).toBe(1);
  expect(grown('caramelo_calls_total{call="messaging.conversations",outcome="ok"}')).toBe(1);
  expect(grown('caramelo_calls_total{call="messaging.chat",outcome="NOT_FOUND"}')).toBe(1);
  expect(grown('caramelo_call_seconds_count{call="messaging.send"}')).toBe(1);
});

test("have a value for each gauge that a process without Redis and backups can read", async () => {
  const { id } = await makeSignedIn(world, { role: "daddy" });
  await makeOpenOrder(world, { id, role: "daddy" });
  const lines = await read();
  const names = new Set(lines.map((line) => line.split(/[ {]/)[0]));
  const missing = Object.keys(GAUGES).filter((name) => !names.has(name));
  expect(missing.toSorted()).toEqual([
    "caramelo_backup_age_seconds",
    "caramelo_mails_oldest_seconds",
    "caramelo_pending_work_oldest_seconds",
    "caramelo_queue_oldest_seconds",
    "caramelo_redis_up",
  ]);
  expect(numberOf(lines, "caramelo_database_up")).toBe(1);
  expect(numberOf(lines, "caramelo_discovery_index_ready")).toBe(1);
  expect(numberOf(lines, 'caramelo_database_connections{pool="main",state="open"}')).toBeGreaterThan(0);
  expect(numberOf(lines, 'caramelo_orders{state="pending"}')).toBeGreaterThan(0);
  expect(names).toContain("nodejs_eventloop_lag_seconds");
});

const repository = new URL("../../../../../", import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, repository), "utf8");
const NAMES = /\b(?:caramelo|nodejs|process)_[a-z0-9_]+\b/g;

test.each(["deploy/prometheus/caramelo.rules.yml", "deploy/grafana/caramelo.json"])(
  "have all the names that %s reads",
  async (path) => {
    const { body } = await ask(`Bearer ${TOKEN}`);
    const helped = [...body.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);
    const wanted = [...readText(path).matchAll(NAMES)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ""));
    expect(wanted.length).toBeGreaterThan(15);
    expect([...new Set(wanted)].filter((name) => !helped.includes(name))).toEqual([]);
  },
);

test("alert of nothing about which the guide does not say what to do", () => {
  const alerts = [...readText("deploy/prometheus/caramelo.rules.yml").matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  const guide = [...readText("docs/operations.md").matchAll(/^\| `(Caramelo\w+)` \|/gm)].map(([, name]) => name);
  expect(alerts).toEqual(guide);
});

test("name nobody", async () => {
  const ana = await makeWriter(world);
  await ana.send(await makeSignedIn(world, { role: "daddy" }), "Oi");
  const text = (await read()).join("\n");
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(text).not.toContain("@");
});
