import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { placeOf } from "../storage/inventory.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what a copy of the database alone must not reveal. The key is in the data folder or is a setting, and every
 * node of one installation needs the same one. Each purpose has its own key, so that data sealed for one purpose cannot
 * pass for another.
 */
export type Sealer = {
  seal(plain: Uint8Array, purpose: string): Buffer;
  /** @throws when the bytes were altered, or were sealed for another purpose or with another master key. */
  open(sealed: Uint8Array, purpose: string): Buffer;
  /** Makes a hash that recognizes a value without storing it. Without the key the value cannot be found by trying. */
  hash(text: string, purpose: string): Buffer;
};

export type MasterKeyPlace = { dataDir: string; masterKey?: Uint8Array | undefined };

/**
 * Opens the sealer of an installation: with the key of its settings, or else with that of its data folder, which the
 * first start makes.
 * @throws when both have one, and they differ
 */
export async function openSealer({ dataDir, masterKey }: MasterKeyPlace): Promise<Sealer> {
  const file = placeOf(dataDir, "masterKey");
  if (!masterKey) return makeSealer(await findOrMakeKey(file));
  if (existsSync(file) && !(await readKey(file)).equals(masterKey))
    throw new Error(
      `MASTER_KEY is not the key in ${file}: remove the one that is wrong. Only the right one opens what is sealed.`,
    );
  return makeSealer(masterKey);
}

/** Whether there is a key, which without a setting means that the product has been started with this data folder. */
export const hasMasterKey = ({ dataDir, masterKey }: MasterKeyPlace): boolean =>
  masterKey !== undefined || existsSync(placeOf(dataDir, "masterKey"));

/**
 * Reads the key, or makes it. Two starts at the same moment both use the key that was linked first, and no reader ever
 * finds half a key.
 */
async function findOrMakeKey(file: string): Promise<Buffer> {
  const own = `${file}.${randomBytes(8).toString("hex")}`;
  await writeFile(own, randomBytes(KEY_BYTES).toString("base64url"), { mode: 0o600, flag: "wx" });
  await link(own, file).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(own);
  return readKey(file);
}

async function readKey(file: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(file, "utf8")).trim(), "base64url");
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a master key: restore it from the backup.`);
  return key;
}

export function makeSealer(masterKey: Uint8Array): Sealer {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync("sha256", masterKey, "", purpose, KEY_BYTES));
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyFor(`seal ${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealedBytes, purpose) {
      const bytes = Buffer.from(sealedBytes);
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
