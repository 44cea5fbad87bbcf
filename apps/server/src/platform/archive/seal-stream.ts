import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from "node:crypto";

// An encrypted file is this line, a salt, and blocks of one size, of which only the last may be shorter. A tag follows
// each block.
const MAGIC = Buffer.from("CARAMELO-SEALED-1\n");
const SALT_BYTES = 16;
const HEADER_BYTES = MAGIC.length + SALT_BYTES;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const BLOCK_BYTES = 1_048_576;
// One guess at the password costs about 100 ms and 64 MB of memory.
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1_048_576 };

type Bytes = AsyncIterable<Uint8Array>;
/** A password, which is made into a key slowly, or 32 random bytes, which cannot be guessed. */
export type Secret = string | Uint8Array;

/**
 * Looks at the beginning of a stream. Returns whether it is encrypted, and the whole stream.
 * @throws when it is shorter than the beginning of an encrypted one
 */
export async function peekSealed(source: Bytes): Promise<{ isSealed: boolean; bytes: Bytes }> {
  const { header, rest } = await takeHeader(source);
  const isSealed = MAGIC.equals(header.subarray(0, MAGIC.length));
  return { isSealed, bytes: continueWith(header, rest[Symbol.asyncIterator]()) };
}

/** Encrypts a stream block by block, under its own key made from the secret and a new salt. */
export async function* sealStream(source: Bytes, secret: Secret): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)]);
  const key = keyFrom(secret, header);
  yield header;
  for await (const { bytes, number, isLast } of inBlocks(source, BLOCK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts what `sealStream` wrote.
 * @throws when the secret is wrong, or when the bytes were altered, moved, cut or extended
 */
export async function* openStream(source: Bytes, secret: Secret): AsyncGenerator<Buffer> {
  const { header, rest } = await takeHeader(source);
  const key = keyFrom(secret, header);
  for await (const { bytes, number, isLast } of inBlocks(rest, BLOCK_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw new Error(CUT);
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(0, -TAG_BYTES));
    finish(decipher, number === 0 && typeof secret === "string");
    yield plain;
  }
}

const CUT = "The file is damaged: it was cut off or altered.";

function finish(decipher: { final(): Buffer }, mayBeWrongPassword: boolean): void {
  try {
    decipher.final();
  } catch {
    throw new Error(mayBeWrongPassword ? `BACKUP_KEY is not the one of this file, or: ${CUT}` : CUT);
  }
}

function keyFrom(secret: Secret, header: Uint8Array): Uint8Array {
  const salt = header.subarray(MAGIC.length);
  if (typeof secret === "string") return scryptSync(secret, salt, KEY_BYTES, COST);
  return Buffer.from(hkdfSync("sha256", secret, salt, "sealed file", KEY_BYTES));
}

/**
 * Since each file has its own key, the block number can be the nonce. The nonce also says whether the block is the
 * last.
 */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

type Block = { bytes: Buffer; number: number; isLast: boolean };

/** Cuts a stream into blocks of one size and marks the last one, which may be shorter. */
async function* inBlocks(source: Bytes, size: number): AsyncGenerator<Block> {
  let waitingBlocks: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  for await (const bytes of source) {
    waitingBlocks.push(bytes);
    length += bytes.length;
    if (length <= size) continue;
    let all = Buffer.concat(waitingBlocks);
    for (; all.length > size; all = all.subarray(size)) {
      yield { bytes: all.subarray(0, size), number, isLast: false };
      number += 1;
    }
    waitingBlocks = [all];
    length = all.length;
  }
  yield { bytes: Buffer.concat(waitingBlocks), number, isLast: true };
}

async function takeHeader(source: Bytes): Promise<{ header: Buffer; rest: Bytes }> {
  const reading = source[Symbol.asyncIterator]();
  let header = Buffer.alloc(0);
  while (header.length < HEADER_BYTES) {
    const { done, value } = await reading.next();
    if (done) throw new Error(CUT);
    header = Buffer.concat([header, value]);
  }
  return { header: header.subarray(0, HEADER_BYTES), rest: continueWith(header.subarray(HEADER_BYTES), reading) };
}

async function* continueWith(first: Uint8Array, reading: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (;;) {
      const { done, value } = await reading.next();
      if (done) return;
      yield value;
    }
  } finally {
    // A reader who stops early, such as a browser that went away, must not leave the file open.
    await reading.return?.();
  }
}
