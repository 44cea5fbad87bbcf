import type { MemberRecord } from "@caramelo/member-index/types";

/** A member as others see them. Moments are in milliseconds, or 0 for none. */
export type ShownFacts = {
  name: string;
  /** `name` is the last part of the file name, in hexadecimal digits. */
  photo: { name: string; width: number; height: number; thumbhash: string } | undefined;
  isManaged: boolean;
  isDemo: boolean;
  premiumUntil: number;
  highlightedUntil: number;
  /** The time in which a member is shown as available. */
  availableFrom: number;
  availableUntil: number;
};

/** The columns of `index-queries.ts`. Moments that are compared with "later than" are rounded up. */
export type MemberRow = Omit<MemberRecord, "joinedAt" | "activeAt" | "text"> & {
  /** Null for managed profiles, which are never new. */
  joinedAt: number | null;
  activeAt: number | null;
  name: string;
  isManaged: boolean;
  isDemo: boolean;
  /** Infinite for a courtesy of staff, which has no end. */
  premiumUntil: number | null;
  highlightedUntil: number | null;
  availableFrom: number | null;
  availableUntil: number | null;
  photoName: string | null;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
};

export function recordOf(row: MemberRow): MemberRecord {
  return {
    id: row.id,
    group: row.group,
    tier: row.tier,
    key: row.key,
    birthDay: row.birthDay,
    cityId: row.cityId,
    isEverywhere: row.isEverywhere,
    marks: row.marks,
    joinedAt: row.joinedAt ?? 0,
    activeAt: row.activeAt ?? 0,
    hasLeft: row.hasLeft,
    hidesPresence: row.hidesPresence,
    text: writeShown(row),
  };
}

const FLAG = { managed: 1, demo: 2 };
type ShownValues = [
  name: string,
  photoName?: string | 0,
  width?: number,
  height?: number,
  thumbhash?: string | 0,
  flags?: number,
  premiumUntil?: number,
  highlightedUntil?: number,
  availableFrom?: number,
  availableUntil?: number,
];

/**
 * Writes the public data of a member as a short text. Trailing zeros are left out, because most members lack the last
 * values.
 */
function writeShown(row: MemberRow): string {
  const values: ShownValues = [
    row.name,
    row.photoName === null ? 0 : Buffer.from(row.photoName, "hex").toString("base64url"),
    row.width ?? 0,
    row.height ?? 0,
    row.thumbhash ?? 0,
    (row.isManaged ? FLAG.managed : 0) + (row.isDemo ? FLAG.demo : 0),
    // JSON has no infinity.
    Math.min(row.premiumUntil ?? 0, Number.MAX_SAFE_INTEGER),
    row.highlightedUntil ?? 0,
    row.availableFrom ?? 0,
    row.availableUntil ?? 0,
  ];
  return JSON.stringify(values.slice(0, values.findLastIndex((value) => value !== 0) + 1));
}

export function readShown(text: string): ShownFacts {
  // Only `writeShown` writes these texts.
  const values = JSON.parse(text) as ShownValues;
  const [name, photoName, width = 0, height = 0, thumbhash, flags = 0, ...moments] = values;
  const [premiumUntil = 0, highlightedUntil = 0, availableFrom = 0, availableUntil = 0] = moments;
  const hasPhoto = photoName && thumbhash;
  return {
    name,
    photo: hasPhoto
      ? { name: Buffer.from(photoName, "base64url").toString("hex"), width, height, thumbhash }
      : undefined,
    isManaged: (flags & FLAG.managed) !== 0,
    isDemo: (flags & FLAG.demo) !== 0,
    premiumUntil,
    highlightedUntil,
    availableFrom,
    availableUntil,
  };
}
