/** One change to a text: from the start of `from` to its end, or to the start of `upTo`, everything becomes `put`. */
export type Cut = { from: string; upTo?: string; put?: string };

/** The cuts of one file of React Router, and the hash of the very text they were written for. */
export type CutFile = { file: string; sha256: string; cuts: Cut[] };

/** Without its indentation, so that cuts can quote it plainly. */
const flatten = (code: string): string => code.replace(/^[\t ]+/gm, "");

/** The text after all cuts, in their order. Throws when one of them does not fit exactly one place. */
export function applyCuts(code: string, { file, cuts }: CutFile): string {
  return cuts.reduce((text, cut) => applyCut(text, file, cut), flatten(code));
}

function applyCut(text: string, file: string, { from, upTo, put = "" }: Cut): string {
  const start = text.indexOf(from);
  if (start < 0 || text.indexOf(from, start + 1) >= 0) throw new Error(`${file}: not exactly one place has: ${from}`);
  if (upTo === undefined) return text.slice(0, start) + put + text.slice(start + from.length);
  const end = text.indexOf(upTo, start + from.length);
  if (end < 0) throw new Error(`${file}: nothing after “${from}” has: ${upTo}`);
  return text.slice(0, start) + put + text.slice(end);
}
