import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { makeWriter } from "../../testing/messages.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
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
const received: { path: string; spans: Span[] }[] = [];
const collector = createServer((request, reply) => {
  let text = "";
  request.on("data", (bytes) => {
    text += bytes;
  });
  request.on("end", () => {
    const body: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] } = JSON.parse(text);
    const spans = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    received.push({ path: request.url ?? "", spans });
    reply.setHeader("content-type", "application/json").end("{}");
  });
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
afterAll(() => void collector.close());

const spansOf = () => received.flatMap(({ spans }) => spans);
const factOf = ({ attributes }: Span, key: string) => {
  const { stringValue, intValue } = attributes.find((attribute) => attribute.key === key)?.value ?? {};
  return stringValue ?? intValue;
};

test("a call has a span with its statements below it, without any value of a member", async () => {
  const world = await openWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const ana = await makeWriter(world);
  const bruno = await makeSignedIn(world, { role: "daddy" });
  await ana.send(bruno, "Um segredo");
  const missing = await bruno.browser.api.messaging.chat({
    params: { memberId: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b" },
  });
  await vi.waitFor(() => expect(spansOf().some(({ name }) => name === "messaging.chat")).toBe(true), {
    timeout: 20_000,
    interval: 100,
  });
  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(["/v1/traces"]));
  const [send] = spansOf().filter(({ name }) => name === "messaging.send");
  const [chat] = spansOf().filter(({ name }) => name === "messaging.chat");
  if (!send || !chat) throw new Error("no span of the calls");
  expect(send.parentSpanId).toBeUndefined();
  expect(factOf(send, "outcome")).toBe("ok");
  expect(factOf(chat, "outcome")).toBe("NOT_FOUND");
  expect(factOf(chat, "request.id")).toBe(missing.headers.get("x-request-id"));
  const statements = spansOf().filter(({ traceId, parentSpanId }) => traceId === send.traceId && parentSpanId);
  expect(statements.map((span) => factOf(span, "db.query.text")).join("\n")).toContain("insert into message");
  const text = JSON.stringify(spansOf());
  for (const secret of ["Um segredo", ana.id, bruno.id, "@"]) expect(text).not.toContain(secret);
});

test("work outside of a span records nothing, and failed work keeps its error", async () => {
  const traces = await openTraces({ endpoint, share: 1 });
  received.length = 0;
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

test("a share of nothing sends nothing, and a collector that is gone fails nothing", async () => {
  received.length = 0;
  const silent = await openTraces({ endpoint, share: 0 });
  silent.begin("job", {}).end({});
  await silent.close();
  expect(received).toEqual([]);
  const lost = await openTraces({ endpoint: "http://127.0.0.1:9", share: 1 });
  lost.begin("job", {}).end({});
  await lost.close();
});
