import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { placeOf } from "../storage/place-of.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what a copy of the database alone must not reveal. The key lies in the data folder, and every node of one
 * installation needs the same one. Each purpose has its own key, so that data sealed for one purpose cannot pass for
 * another.
 */
export type Sealer = {
  seal(plain: Uint8Array, purpose: string): Buffer;
  /** @throws when the bytes were altered, or were sealed for another purpose or with another master key. */
  open(sealed: Uint8Array, purpose: string): Buffer;
  /** Makes a hash that recognizes a value without storing it. Without the key nobody can find the value by trying. */
  hash(text: string, purpose: string): Buffer;
};

/** Opens the sealer of a data folder. The first start makes the key. */
export async function openSealer(dataDir: string): Promise<Sealer> {
  return makeSealer(await readMasterKey(placeOf(dataDir, "masterKey")));
}

/** Whether the product has ever been started with this data folder. */
export const hasMasterKey = (dataDir: string): boolean => existsSync(placeOf(dataDir, "masterKey"));

/**
 * Reads the key, or makes it. Two starts at the same moment both use the key that was linked first, and no reader ever
 * finds half a key.
 */
async function readMasterKey(file: string): Promise<Buffer> {
  const own = `${file}.${randomBytes(8).toString("hex")}`;
  await writeFile(own, randomBytes(KEY_BYTES).toString("base64url"), { mode: 0o600, flag: "wx" });
  await link(own, file).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(own);
  const key = Buffer.from((await readFile(file, "utf8")).trim(), "base64url");
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a master key: restore it from the backup.`);
  return key;
}

export function makeSealer(masterKey: Buffer): Sealer {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", masterKey, "", purpose, KEY_BYTES));
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyFor(`seal ${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", keyFor(`seal ${purpose}`), nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    hash: (text, purpose) =>
      createHmac("sha256", keyFor(`hash ${purpose}`))
        .update(text)
        .digest(),
  };
}
