import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { assertKey, folderOf, isKey } from "./key-rules.ts";
import { type Storage, type StoredObject, StoreOutage } from "./storage.ts";

export type S3Settings = {
  /** Undefined for AWS in the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The prefix of every key: "" or a path with a slash at its end. */
  prefix: string;
};

/** One bucket of an S3-compatible store. */
export type S3Bucket = {
  /** The objects below one folder of the bucket. */
  openFolder(folder: string): Storage;
  /**
   * Puts, lists and removes an object. Returns whether the bucket keeps removed objects as older versions.
   * @throws StoreOutage when the store does not answer, another error when it refuses
   */
  tryOut(): Promise<{ keepsVersions: boolean }>;
};

const CONNECT_WITHIN_MS = 3_000;
// Three tries are over within 20 s: a request whose database is silent is given up then, and PostgreSQL has not yet
// ended a transaction that waits for the store. From 6 s on the client begins to count 3 s late.
const SILENT_MS = 5_000;
const TRIES = 3;
// The least that S3 takes. An object has at most 10,000 parts.
const PART_BYTES = 5 * 1_048_576;
// Maximum parts in memory at once.
const PARTS_AT_ONCE = 2;
// An object is read in ranges, because a store ends a connection on which a slow reader leaves bytes waiting.
const RANGE_BYTES = 4_194_304;

type Options = { silentMs?: number; partBytes?: number; hasChecksums?: boolean };

/**
 * @param options how long the store may be silent, the size of the parts of a stream, which bounds its length, and
 * whether each object and part is sent with a checksum, without which a bucket with Object Lock accepts none
 */
export function openS3Bucket(
  { endpoint, bucket, prefix, ...settings }: S3Settings,
  { silentMs = SILENT_MS, partBytes = PART_BYTES, hasChecksums = false }: Options = {},
): S3Bucket {
  const client = new S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Stores other than AWS seldom have a host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // By default the client appends a checksum to a streamed object, in a format of AWS that other stores store as
    // content.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: silentMs },
  });

  async function tryOut() {
    const at = { Bucket: bucket, Key: `${prefix}start-check` };
    await translated("PutObject", client.send(new PutObjectCommand({ ...at, Body: Buffer.from("tried") })));
    const listing = new ListObjectsV2Command({ Bucket: bucket, Prefix: at.Key, MaxKeys: 1 });
    await translated("ListObjects", client.send(listing));
    await translated("DeleteObject", client.send(new DeleteObjectCommand(at)));
    // A store without versions, or a key without that right, refuses this.
    const versioning = await client.send(new GetBucketVersioningCommand({ Bucket: bucket })).catch(() => undefined);
    return { keepsVersions: versioning?.Status === "Enabled" };
  }

  // For bytes, which every part is as well, the client sends it as a header.
  const checksum: Checksum = hasChecksums ? { ChecksumAlgorithm: "CRC32" } : {};
  const at = (folder: string) => ({ client, Bucket: bucket, prefix: `${prefix}${folder}/`, partBytes, checksum });
  return { openFolder: (folder) => openFolder(at(folder)), tryOut };
}

type Checksum = Pick<PutObjectCommandInput, "ChecksumAlgorithm">;
type Folder = { client: S3Client; Bucket: string; prefix: string; partBytes: number; checksum: Checksum };

function openFolder({ client, Bucket, prefix, partBytes, checksum }: Folder): Storage {
  function at(key: string) {
    assertKey(key);
    return { Bucket, Key: prefix + key };
  }

  /** Reads a whole object, or a range of one. The client itself tries again only until the answer begins. */
  async function read(command: GetObjectCommand): Promise<Uint8Array | undefined> {
    for (let tries = 1; ; tries += 1) {
      const answer = await orMissing(translated("GetObject", client.send(command)));
      if (!answer) return undefined;
      try {
        return await answer.Body?.transformToByteArray();
      } catch (error) {
        if (tries === TRIES) throw new StoreOutage(`The object store broke off an object: ${nameOf(error)}`);
      }
    }
  }

  const findHead = async (key: string) =>
    orMissing(translated("HeadObject", client.send(new HeadObjectCommand(at(key)))));

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    await translated("PutObject", client.send(new PutObjectCommand({ ...at(key), ...checksum, Body: bytes })));
  }

  async function putStream(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    let failure: { error: unknown } | undefined;
    const body = Readable.from(source).once("error", (error) => {
      failure = { error };
    });
    try {
      const params = { ...at(key), ...checksum, Body: body };
      await translated(
        "PutObject",
        new Upload({ client, params, queueSize: PARTS_AT_ONCE, partSize: partBytes }).done(),
      );
    } catch (error) {
      // After an error of the source the upload is given up, which may fail as well.
      throw failure ? failure.error : error;
    } finally {
      // Ends a source that was not read to its end.
      body.destroy();
    }
  }

  async function get(key: string) {
    const bytes = await read(new GetObjectCommand(at(key)));
    return bytes && { bytes, size: bytes.length };
  }

  async function getStream(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const head = await findHead(key);
    return head && readRanges(key, head.ContentLength ?? 0);
  }

  async function* readRanges(key: string, size: number): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < size; from += RANGE_BYTES) {
      const Range = `bytes=${from}-${Math.min(from + RANGE_BYTES, size) - 1}`;
      const bytes = await read(new GetObjectCommand({ ...at(key), Range }));
      if (!bytes) throw new Error("An object was removed while it was read");
      yield bytes;
    }
  }

  async function remove(key: string): Promise<void> {
    await translated("DeleteObject", client.send(new DeleteObjectCommand(at(key))));
  }

  async function* list(keyPrefix: string): AsyncIterable<StoredObject> {
    folderOf(keyPrefix);
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + keyPrefix })[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await translated("ListObjects", pages.next());
      if (done) return;
      for (const { Key = "", Size = 0, LastModified = new Date() } of value.Contents ?? []) {
        const key = Key.slice(prefix.length);
        if (isKey(key)) yield { key, size: Size, changedAt: LastModified };
      }
    }
  }

  return { put, putStream, get, getStream, has: async (key) => (await findHead(key)) !== undefined, remove, list };
}

/** An answer with which the store refuses a request. */
class StoreRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Replaces the client's errors by our own texts, because the client's contain whole requests and answers. */
async function translated<T>(request: string, pendingAnswer: Promise<T>): Promise<T> {
  try {
    return await pendingAnswer;
  } catch (error) {
    // The client marks its own errors and those of its connections; others come from the source of a stream.
    if (!(error instanceof Error) || !("$metadata" in error)) throw error;
    const status = statusOf(error.$metadata);
    const text = `The object store answered ${request} with ${status} ${nameOf(error)}`;
    if (status === undefined) throw new StoreOutage(`The object store does not answer ${request}: ${nameOf(error)}`);
    throw status >= 500 || status === 429 ? new StoreOutage(text) : new StoreRefusal(status, text);
  }
}

function statusOf(metadata: unknown): number | undefined {
  if (typeof metadata !== "object" || metadata === null || !("httpStatusCode" in metadata)) return undefined;
  return typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : undefined;
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Returns undefined for an object that the store does not have. A missing bucket is an error. */
async function orMissing<T>(pendingAnswer: Promise<T>): Promise<T | undefined> {
  try {
    return await pendingAnswer;
  } catch (error) {
    if (error instanceof StoreRefusal && error.status === 404 && !error.message.endsWith("NoSuchBucket"))
      return undefined;
    throw error;
  }
}
