type CheckedEntry = { id: number; isWhole: boolean; follows: boolean };

/**
 * The first row that was altered or is missing; null when there is none. For the row from which a check continues, only
 * its own hash counts, because its link to the row before was checked earlier.
 */
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
