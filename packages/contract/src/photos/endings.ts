import { listWebpChunks, type PhotoHeader } from "./header.ts";

const JPEG_END = [0xff, 0xd9];
/**
 * Bits other than the zeros with which decoders pad a picture. They vary from byte to byte, because equal ones may
 * encode nothing; restart markers are included, because a decoder that misses a part looks for the next one.
 */
const JPEG_FILLER = Array.from({ length: 8 }, (_, part) => [
  ...Array.from({ length: 128 }, (__, at) => ((128 * part + at) * 73 + 200) % 0xff),
  ...[0xff, 0xd0 + part],
]);
const PNG_DATA = "IDAT";
const PNG_HEADER_END = 33;

/**
 * The ways to complete a truncated picture, each as a whole file. If a decoder reads all of them with the same result,
 * no pixel was missing. JPEG decoders fill missing data without an error, so two endings are compared; PNG and WebP
 * decoders refuse.
 */
export function listEndings<Bytes extends Uint8Array>(
  bytes: Bytes,
  { type, isCut }: Pick<PhotoHeader, "type" | "isCut">,
): (Bytes | Uint8Array<ArrayBuffer>)[] {
  if (!isCut) return [bytes];
  if (type === "image/png") return [endPng(bytes)];
  if (type === "image/webp") return [endWebp(bytes)];
  const picture = trimJpeg(bytes);
  return [join(picture, JPEG_END), join(picture, [...JPEG_FILLER.flat(), ...JPEG_END])];
}

/** Removes the zeros that pad a broken download, and a partial end marker. */
function trimJpeg(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  if (bytes.subarray(-4).every((byte) => byte === 0)) while (bytes[end - 1] === 0) end -= 1;
  while (bytes[end - 1] === 0xff) end -= 1;
  return bytes.subarray(0, end);
}

/** Keeps the whole chunks, and the available part of a truncated one if it contains pixels. */
function endPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes);
  let at = PNG_HEADER_END;
  while (at + 12 <= bytes.length && at + 12 + view.getUint32(at) <= bytes.length) at += 12 + view.getUint32(at);
  const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  const rest = name === PNG_DATA ? makePngChunk(PNG_DATA, bytes.subarray(at + 8, at + 8 + view.getUint32(at))) : [];
  return join(bytes.subarray(0, at), rest, makePngChunk("IEND", []));
}

function endWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunks = listWebpChunks({ bytes, view: viewOf(bytes) });
  const contents = chunks.map(({ start, end }) => {
    const chunk = Uint8Array.from(bytes.subarray(start, Math.min(end, bytes.length)));
    if (end > bytes.length) viewOf(chunk).setUint32(4, chunk.length - 8, true);
    return join(chunk, chunk.length % 2 === 0 ? [] : [0]);
  });
  const whole = join(bytes.subarray(0, 12), ...contents);
  viewOf(whole).setUint32(4, whole.length - 8, true);
  return whole;
}

function makePngChunk(name: string, content: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const namedContent = join(
    [...name].map((letter) => letter.charCodeAt(0)),
    content,
  );
  const chunk = join(Array(4).fill(0), namedContent, Array(4).fill(0));
  viewOf(chunk).setUint32(0, content.length);
  viewOf(chunk).setUint32(chunk.length - 4, sumCrc32(namedContent));
  return chunk;
}

/** The checksum of a PNG chunk. */
function sumCrc32(bytes: Uint8Array): number {
  let sum = 0xffff_ffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb8_8320 : 0);
  }
  return ~sum >>> 0;
}

function join(...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
