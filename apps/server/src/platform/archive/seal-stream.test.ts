import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { openStream, sealStream } from "./seal-stream.ts";

const MIB = 1_048_576;
/** A file without its first line does not count as encrypted, which readers of archives test. */
const FIRST_LINE = "CARAMELO-SEALED-1\n".length;
/** Random bytes need no slow key derivation, as a password does, so the tests can seal many archives. */
const SECRET = randomBytes(32);

async function* streamOf(bytes: Uint8Array) {
  yield bytes;
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

test("[D5.31] an encrypted stream is refused when any byte after its first line is altered", async () => {
  const plain = randomBytes(2 * MIB + 500_000);
  const whole = await collect(sealStream(streamOf(plain), SECRET));
  expect(plain.equals(await collect(openStream(streamOf(whole), SECRET)))).toBe(true);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: FIRST_LINE, max: whole.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const altered = Buffer.from(whole);
        altered[at] = (whole[at] ?? 0) ^ change;
        await expect(collect(openStream(streamOf(altered), SECRET))).rejects.toThrow();
      },
    ),
    runs(1_000),
  );
});
