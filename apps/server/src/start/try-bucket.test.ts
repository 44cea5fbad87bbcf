import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { S3Settings } from "../platform/storage/s3-bucket.ts";
import { startS3 } from "../testing/s3-server.ts";
import { tryBucket } from "./try-bucket.ts";

const s3 = await startS3();
afterAll(s3.remove);

/** Returns what the try said to the operator. */
async function listSaid(settings: S3Settings | undefined): Promise<string[]> {
  const printedLines: string[] = [];
  await tryBucket({ s3: settings }, (line) => void printedLines.push(line));
  return printedLines;
}

test("[TB.16] a start says nothing of a bucket that works, or of none", async () => {
  expect(await listSaid(undefined)).toEqual([]);
  expect(await listSaid(s3.settings)).toEqual([]);
});

test("[TB.16] a start warns of a store that does not answer", async () => {
  const own = await startS3();
  onTestFinished(own.remove);
  await own.stop();
  expect(await listSaid(own.settings)).toEqual([expect.stringContaining("does not answer")]);
  await own.restart();
});

test("[TB.16] a start with a bucket that is not there, or a key that it refuses, ends with the reason", async () => {
  for (const change of [{ bucket: "elsewhere" }, { accessKeyId: "wrong" }])
    await expect(listSaid({ ...s3.settings, ...change })).rejects.toThrow(
      /^The bucket of S3_BUCKET cannot be used\. The object store answered PutObject with 40[34] \w+\.$/,
    );
});

test("[TB.16][T53] a start warns of a bucket that keeps removed objects", async () => {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const answer = incoming.url?.includes("versioning")
      ? "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
      : "<ListBucketResult></ListBucketResult>";
    outgoing.writeHead(200, { "content-type": "application/xml" }).end(incoming.method === "GET" ? answer : "");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  // The cast holds because the server listens on a port.
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await listSaid({ ...s3.settings, endpoint })).toEqual([expect.stringContaining("keeps older versions")]);
});
