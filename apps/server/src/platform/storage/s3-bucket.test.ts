import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startS3 } from "../../testing/s3-server.ts";
import { openS3Bucket } from "./s3-bucket.ts";
import { StoreOutage } from "./storage.ts";

const s3 = await startS3();
afterAll(s3.remove);
const bytes = Buffer.from("conteúdo");
const large = Buffer.alloc(300_000, 7);

type Exchange = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  passOn: (change?: (body: Buffer) => void) => void;
};

/** A proxy before the store, which lets a test answer in its place. Returns a folder behind it and its requests. */
async function openBehind(
  answer: (exchange: Exchange, number: number) => void,
  options?: { silentMs?: number; partBytes?: number; hasChecksums?: boolean },
) {
  const requests: string[] = [];
  const port = new URL(s3.settings.endpoint ?? "").port;
  const server = createServer(async (incoming, outgoing) => {
    requests.push(incoming.method ?? "");
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const passOn: Exchange["passOn"] = (change) => {
      const { method, url, headers } = incoming;
      request({ host: "127.0.0.1", port, method, path: url, headers }, async (reply) => {
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
        const parts: Buffer[] = [];
        for await (const part of reply) parts.push(part);
        if (change) change(Buffer.concat(parts));
        else outgoing.end(Buffer.concat(parts));
      }).end(Buffer.concat(chunks));
    };
    answer({ incoming, outgoing, passOn }, requests.length);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The cast holds because the server listens on a port.
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { storage: openS3Bucket({ ...s3.settings, endpoint }, options).openFolder("photos"), requests };
}

const refuse = ({ outgoing }: Exchange, status: number) => outgoing.writeHead(status).end();

test("what an overloaded store refuses is tried again", async () => {
  const { storage, requests } = await openBehind((exchange, number) =>
    number % 2 === 1 ? refuse(exchange, 503) : exchange.passOn(),
  );
  await storage.put("retried", bytes);
  expect((await storage.get("retried"))?.size).toBe(bytes.length);
  expect(requests).toEqual(["PUT", "PUT", "GET", "GET"]);
});

test("an object whose answer breaks off is read again, whole", async () => {
  const { storage, requests } = await openBehind(({ passOn, outgoing }, number) => {
    if (number !== 2) return passOn();
    passOn((body) => outgoing.write(body.subarray(0, 1_000), () => outgoing.destroy()));
  });
  await storage.put("broken-off", large);
  expect(Buffer.from((await storage.get("broken-off"))?.bytes ?? []).equals(large)).toBe(true);
  expect(requests).toEqual(["PUT", "GET", "GET"]);
});

test("a stream goes on behind a range that broke off", async () => {
  const { storage } = await openBehind(({ incoming, passOn, outgoing }, number) => {
    if (incoming.method !== "GET" || number % 2 === 0) return passOn();
    passOn((body) => outgoing.write(body.subarray(0, 1_000), () => outgoing.destroy()));
  });
  const content = Buffer.alloc(9_000_000, "0123456789");
  await storage.put("ranges", content);
  const pieces: Uint8Array[] = [];
  for await (const piece of (await storage.getStream("ranges")) ?? []) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
});

test("a store that stays overloaded, is silent or is down is an outage, and works again afterwards", async () => {
  const own = await startS3();
  onTestFinished(own.remove);
  const overloaded = await openBehind((exchange) => refuse(exchange, 503));
  const silent = await openBehind(() => {}, { silentMs: 50 });
  const down = openS3Bucket(own.settings).openFolder("photos");
  await down.put("a", bytes);
  await own.stop();
  for (const storage of [overloaded.storage, silent.storage, down]) {
    const outcomes = await Promise.allSettled([
      storage.put("b", bytes),
      storage.putStream("b", oneByOne(["x"])),
      storage.get("a"),
      storage.getStream("a"),
      storage.has("a"),
      storage.remove("a"),
      storage.list("")[Symbol.asyncIterator]().next(),
    ]);
    for (const outcome of outcomes) expect(outcome).toEqual({ status: "rejected", reason: expect.any(StoreOutage) });
  }
  await own.restart();
  expect((await down.get("a"))?.size).toBe(bytes.length);
  expect(await down.has("b")).toBe(false);
});

test("a source of which the store takes nothing is ended", async () => {
  const { storage } = await openBehind((exchange) => refuse(exchange, 403));
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield large;
    } finally {
      isEnded = true;
    }
  }
  await expect(storage.putStream("a", endless())).rejects.toThrow("403");
  expect(isEnded).toBe(true);
});

test("a wrong key and a bucket that is not there are errors in our own words, and no outages", async () => {
  const wrong = openS3Bucket({ ...s3.settings, accessKeyId: "wrong-key" });
  const missingBucket = openS3Bucket({ ...s3.settings, bucket: "elsewhere" });
  for (const bucket of [wrong, missingBucket]) {
    const storage = bucket.openFolder("photos");
    const outcomes = await Promise.allSettled([bucket.tryOut(), storage.get("a"), storage.put("a", bytes)]);
    for (const outcome of outcomes) {
      const error: unknown = outcome.status === "rejected" ? outcome.reason : undefined;
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(StoreOutage);
      expect(String(error)).toMatch(/answered \w+ with 40[34] (InvalidAccessKeyId|NoSuchBucket)$/);
      expect(Object.keys(error as Error)).toEqual(["status"]);
    }
  }
});

test("a try of the bucket leaves nothing in it, and says whether it keeps versions", async () => {
  const own = openS3Bucket({ ...s3.settings, prefix: "tried/" });
  expect(await own.tryOut()).toEqual({ keepsVersions: false });
  const keys: string[] = [];
  for await (const { key } of openS3Bucket(s3.settings).openFolder("tried").list("")) keys.push(key);
  expect(keys).toEqual([]);
});

test("folders and prefixes of one bucket see nothing of each other", async () => {
  const [site, other] = ["site/", "other/"].map((prefix) => openS3Bucket({ ...s3.settings, prefix }));
  await site?.openFolder("photos").put("a", bytes);
  expect(await site?.openFolder("documents").has("a")).toBe(false);
  expect(await other?.openFolder("photos").has("a")).toBe(false);
  expect(await openS3Bucket(s3.settings).openFolder("site").has("photos/a")).toBe(true);
});

async function* oneByOne(texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

test("a stream goes to the store in parts of the size that its bucket was opened with", async () => {
  const { storage, requests } = await openBehind(({ passOn }) => passOn(), { partBytes: 8_388_608 });
  await storage.putStream("parts", Readable.from([large, large].flatMap((piece) => Array(20).fill(piece))));
  expect((await storage.get("parts"))?.size).toBe(12_000_000);
  expect(requests).toEqual(["POST", "PUT", "PUT", "POST", "GET"]);
});

test("[D5.34] with checksums each object and part has one in a header, as a bucket with Object Lock demands", async () => {
  const puts: (string | undefined)[][] = [];
  const { storage } = await openBehind(
    ({ incoming: { method, headers }, passOn }) => {
      const checksum = headers["x-amz-checksum-crc32"]?.toString();
      if (method === "PUT") puts.push([checksum, headers["content-encoding"], headers["x-amz-trailer"]?.toString()]);
      passOn();
    },
    { hasChecksums: true },
  );
  await storage.put("small", bytes);
  await storage.putStream("short", oneByOne(["conteúdo"]));
  await storage.putStream("parts", Readable.from(Array(20).fill(large)));
  expect(puts).toEqual([
    ["4Glzzg==", undefined, undefined],
    ["4Glzzg==", undefined, undefined],
    [expect.any(String), undefined, undefined],
    [expect.any(String), undefined, undefined],
  ]);
  for (const key of ["small", "short"]) expect((await storage.get(key))?.bytes).toEqual(new Uint8Array(bytes));
  expect((await storage.get("parts"))?.size).toBe(6_000_000);
});
