import { uint8At, widened } from "./arrays.ts";

/**
 * The texts of all members in one array, each prefixed with its length; `lost` bytes of them are outdated and never
 * freed.
 */
export type Texts = { bytes: Uint8Array<ArrayBuffer>; end: number; lost: number };

const LENGTH_BYTES = 2;
const BYTES_MAX = 2 ** 16 - 1;

export const makeTexts = (bytes: number): Texts => ({ bytes: new Uint8Array(bytes), end: 0, lost: 0 });

/** Adds a text and returns its start. Throws a RangeError above 65,535 bytes, or 4 GiB for all texts. */
export function addText(texts: Texts, text: string): number {
  const length = Buffer.byteLength(text);
  if (length > BYTES_MAX) throw new RangeError("a text of a member is too long for the index");
  const [start, end] = [texts.end, texts.end + LENGTH_BYTES + length];
  if (end > 2 ** 32) throw new RangeError("the texts of the index of members are too long");
  while (end > texts.bytes.length) texts.bytes = new Uint8Array(widened(texts.bytes, 1));
  const buffer = Buffer.from(texts.bytes.buffer);
  buffer.writeUInt16LE(length, start);
  buffer.write(text, start + LENGTH_BYTES);
  texts.end = end;
  return start;
}

const endOf = ({ bytes }: Texts, start: number) =>
  start + LENGTH_BYTES + uint8At(bytes, start) + uint8At(bytes, start + 1) * 256;

export function readText(texts: Texts, start: number): string {
  return Buffer.from(texts.bytes.buffer).toString("utf8", start + LENGTH_BYTES, endOf(texts, start));
}

/** Counts a text without a member as lost. */
export function loseText(texts: Texts, start: number): void {
  texts.lost += endOf(texts, start) - start;
}
