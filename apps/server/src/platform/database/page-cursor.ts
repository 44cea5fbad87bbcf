import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

/** A position in a list that is ordered by time and id, both descending. */
export type PageCursor = { at: Date; id: string };

/**
 * Writes and reads the cursors of pages. A cursor is encrypted because it holds a time that readers of some lists must
 * not learn, such as when another member made them a favourite.
 */
export type PageCursors = {
  /**
   * Reads the `before` of a page's address. Returns undefined for the first page and for any text that is not a cursor.
   */
  read(text: string | undefined): PageCursor | undefined;
  /**
   * Takes the rows of a page, read with one extra row, and returns the page and the cursor of the next one. The cursor
   * holds milliseconds, so the times must be stored in milliseconds too.
   */
  cut<T extends PageCursor>(rows: T[], size: number): { page: T[]; next: string | null };
};

/**
 * SQL that says whether a row comes after the cursor in a list ordered by these two columns. Without a cursor every row
 * does.
 */
export function isAfterCursor(cursor: PageCursor | undefined, at: string, id: string): RawBuilder<boolean> {
  if (!cursor) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
}

const CIPHER = "aes-256-gcm";
const [NONCE, TAG, TIME, ID] = [12, 16, 6, 16];
const LENGTH = NONCE + TIME + ID + TAG;

export function openPageCursors(secret: Uint8Array): PageCursors {
  const key = createSecretKey(secret.subarray(0, 32));
  return {
    read: (text) => (text === undefined ? undefined : open(key, Buffer.from(text, "base64url"))),
    cut: (rows, size) => {
      const page = rows.slice(0, size);
      const last = page.at(-1);
      return { page, next: rows.length > size && last ? seal(key, last) : null };
    },
  };
}

function seal(key: KeyObject, { at, id }: PageCursor): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const position = Buffer.alloc(TIME + ID);
  position.writeUIntBE(at.getTime(), 0, TIME);
  position.write(id.replaceAll("-", ""), TIME, "hex");
  return Buffer.concat([nonce, cipher.update(position), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function open(key: KeyObject, bytes: Buffer): PageCursor | undefined {
  if (bytes.length !== LENGTH) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    const position = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
    const id = position.toString("hex", TIME).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    return { at: new Date(position.readUIntBE(0, TIME)), id };
  } catch {
    // The text was sealed with another installation's key, or was made up.
    return undefined;
  }
}
