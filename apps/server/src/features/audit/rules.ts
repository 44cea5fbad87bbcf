type CheckedEntry = { id: number; isWhole: boolean; follows: boolean };

/** Of the row that the check continues from only its own hash is looked at: the rest was checked before. */
export function findBroken(
  rows: readonly CheckedEntry[],
  after: number,
): { id: number; what: "altered" | "missing" } | null {
  if (after > 0 && rows[0]?.id !== after) return { id: after, what: "missing" };
  for (const { id, isWhole, follows } of rows) {
    if (!isWhole) return { id, what: "altered" };
    if (!follows && id !== after) return { id, what: "missing" };
  }
  return null;
}

export const writePosition = ({ at, id }: { at: Date; id: number }): string => `${at.getTime()}.${id}`;

export function readPosition(text: string | undefined): { at: Date; id: number } | undefined {
  if (text === undefined) return undefined;
  const [at = 0, id = 0] = text.split(".").map(Number);
  return { at: new Date(at), id };
}
