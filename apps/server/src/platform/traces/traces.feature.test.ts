import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { makeWriter } from "../../testing/messages.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import type { Log } from "../log.ts";
import { openTraces } from "./traces.ts";

type Value = { stringValue?: string; intValue?: number };
type Span = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
};

/** A collector that keeps what it receives. */
const receivedBodies: { path: string; spans: Span[] }[] = [];
const collector = createServer((request, reply) => {
  let text = "";
  request.on("data", (bytes) => {
    text += bytes;
  });
  request.on("end", () => {
    if (request.url !== "/v1/traces") return void reply.writeHead(404).end();
    const body: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] } = JSON.parse(text);
    const spans = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    receivedBodies.push({ path: request.url ?? "", spans });
    reply.setHeader("content-type", "application/json").end("{}");
  });
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
afterAll(() => void collector.close());

const warnings: unknown[] = [];
// The traces log nothing but warnings.
const log = { warn: (text: unknown) => void warnings.push(text) } as unknown as Log;

const spansOf = () => receivedBodies.flatMap(({ spans }) => spans);
const attributeOf = ({ attributes }: Span, key: string) => {
  const { stringValue, intValue } = attributes.find((attribute) => attribute.key === key)?.value ?? {};
  return stringValue ?? intValue;
};

test("a call has a span with its statements below it, without any value of a member", async () => {
  const world = await openWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/v1/traces`, OTEL_TRACES_SAMPLER_ARG: "1" });
  const ana = await makeWriter(world);
  const bruno = await makeSignedIn(world, { role: "daddy" });
  await Promise.all([ana.send(bruno, "Um segredo"), ana.send(bruno, "Outro segredo")]);
  const missingAnswer = await bruno.browser.api.messaging.chat({
    params: { memberId: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b" },
  });
  await vi.waitFor(() => expect(spansOf().some(({ name }) => name === "messaging.chat")).toBe(true), {
    timeout: 20_000,
    interval: 100,
  });
  expect(new Set(receivedBodies.map(({ path }) => path))).toEqual(new Set(["/v1/traces"]));
  const [send] = spansOf().filter(({ name }) => name === "messaging.send");
  const [chat] = spansOf().filter(({ name }) => name === "messaging.chat");
  if (!send || !chat) throw new Error("no span of the calls");
  expect(send.parentSpanId).toBeUndefined();
  expect(attributeOf(send, "outcome")).toBe("ok");
  expect(attributeOf(chat, "outcome")).toBe("NOT_FOUND");
  expect(attributeOf(chat, "request.id")).toBe(missingAnswer.headers.get("x-request-id"));
  const textsBelow = (name: string) => {
    const traceIds = spansOf().flatMap((span) => (span.name === name ? [span.traceId] : []));
    const parts = spansOf().filter(({ traceId, parentSpanId }) => parentSpanId && traceIds.includes(traceId));
    return parts.map((span) => attributeOf(span, "db.query.text")).join("\n");
  };
  expect(textsBelow("messaging.chat")).toContain('from "session"');
  // Messages are stored in batches, which are a part of no single request.
  expect(textsBelow("messaging.send")).not.toContain("insert into message");
  const text = JSON.stringify(spansOf());
  for (const secret of [" segredo", ana.id, bruno.id, "@"]) expect(text).not.toContain(secret);
});

test("work outside of a span records nothing, and failed work keeps its error", async () => {
  const traces = await openTraces({ endpoint, share: 1, log });
  receivedBodies.length = 0;
  expect(await traces.span("alone", {}, async () => 7)).toBe(7);
  const span = traces.begin("job", {});
  const failure = new RangeError("no");
  await expect(span.run(() => traces.span("part", {}, () => Promise.reject(failure)))).rejects.toBe(failure);
  span.end({ outcome: "lost" }, "RangeError");
  await traces.close();
  expect(spansOf().map(({ name, status }) => [name, status.code])).toEqual([
    ["part", 2],
    ["job", 2],
  ]);
});

test("a sampling share of zero sends nothing, and a collector that refuses traces is logged once and fails nothing", async () => {
  receivedBodies.length = 0;
  const silent = await openTraces({ endpoint, share: 0, log });
  silent.begin("job", {}).end({});
  await silent.close();
  expect(receivedBodies).toEqual([]);
  expect(warnings).toEqual([]);
  const lostTraces = await openTraces({ endpoint: `${endpoint}/nowhere`, share: 1, log });
  lostTraces.begin("job", {}).end({});
  lostTraces.begin("job", {}).end({});
  await lostTraces.close();
  expect(warnings).toEqual(["the collector takes no traces"]);
});
