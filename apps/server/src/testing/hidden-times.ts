/**
 * A span of time, in milliseconds, in which something happened that others must not learn more exactly than by its day.
 */
export type Span = { from: number; to: number };

/**
 * A time that was found in an answer: its path, the text and the parent value that contained it, and the decoded time.
 */
export type FoundTime = { path: string; text: string; time: number; parent: unknown };

/**
 * Finds, in everything that a JSON value holds, what can be decoded to a moment within one of the spans: instants,
 * digits as seconds, milliseconds or microseconds, and bytes in hexadecimal (ids) or base64url (cursors, signatures)
 * that hold milliseconds anywhere, in either byte order.
 */
export function findTimes(value: unknown, spans: readonly Span[], path = "", parent: unknown = null): FoundTime[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) => findTimes(one, spans, `${path}.${key}`, value));
  if (typeof value !== "string" && typeof value !== "number") return [];
  const text = String(value);
  const isWithin = (time: number) => spans.some(({ from, to }) => time >= from && time <= to);
  return [...new Set(decodeAll(text))].filter(isWithin).map((time) => ({ path, text, time, parent }));
}

function decodeAll(text: string): number[] {
  const instants = (text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []).map(Date.parse);
  const numbers = (text.match(/\d{10,16}/g) ?? []).flatMap((digits) => {
    const number = Number(digits);
    return [number * 1000, number, Math.floor(number / 1000)];
  });
  const hexadecimal = (text.match(/[0-9a-f-]{12,}/gi) ?? []).map((run) => Buffer.from(run.replaceAll("-", ""), "hex"));
  const base64 = (text.match(/[\w-]{8,}/g) ?? []).map((run) => Buffer.from(run, "base64url"));
  return [...instants, ...numbers, ...[...hexadecimal, ...base64].flatMap(millisecondsIn)];
}

function millisecondsIn(bytes: Buffer): number[] {
  const offsets = Array.from({ length: Math.max(0, bytes.length - 5) }, (_, offset) => offset);
  return offsets.flatMap((offset) => [bytes.readUIntBE(offset, 6), bytes.readUIntLE(offset, 6)]);
}
