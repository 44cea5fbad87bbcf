import type { AccountType } from "@caramelo/contract/accounts/account";
import { TIERS } from "../../../base/members/premium-rules.ts";

// What the index keeps of a member, and how the database sends it.

export const ROLES: readonly AccountType[] = ["baby", "daddy", "mommy"];
/** Members are listed apart by role and tier. */
export const LISTS = ROLES.length * TIERS;

export const FLAG = { wildcard: 1, verified: 2, managed: 4, demo: 8, hidesPresence: 16, hasLeft: 32, hasPhoto: 64 };

/** An active member. Moments are milliseconds; of what must be later than a moment they are rounded up, else down. */
export type MemberFacts = {
  /** The 16 bytes of the id. */
  id: Uint8Array;
  /** The place in ROLES. */
  role: number;
  tier: number;
  key: number;
  /** The day of birth as days since 1970. */
  birth: number;
  cityId: number;
  flags: number;
  joinedAt: number;
  /** 0 without; Infinity without an end. */
  premiumUntil: number;
  highlightedUntil: number;
  /** 0 without a sign of life. */
  activeAt: number;
  availableFrom: number;
  availableUntil: number;
  /** UTF-8. */
  name: Uint8Array;
  photo: { name: string; width: number; height: number; thumbhash: Uint8Array } | undefined;
};

const DAY_OF_2000 = 10_957;
const MOMENT_OF_2000 = DAY_OF_2000 * 86_400_000;
const COPY_HEADER_BYTES = 19;
/** A moment that is this many microseconds away is one of PostgreSQL's infinities. */
const INFINITE = 9e18;

type Column = { at: number; length: number };

/**
 * Reads members from rows of `memberColumns` in PostgreSQL's binary format: of a `copy … (format binary)`, or of
 * `record_send`, where each column comes with its type. Bytes are those of the buffer, and valid as long as it is.
 */
export function openFactsReader(kind: "copy" | "record") {
  const [countBytes, columnHeadBytes] = kind === "copy" ? [2, 4] : [4, 8];
  let isBegun = kind === "record";
  const columns: Column[] = Array.from({ length: COLUMNS }, () => ({ at: 0, length: -1 }));

  /** Finds the columns of the row at `start`; answers where it ends, undefined when it is not whole or was the last one. */
  function findColumns(view: DataView, start: number): number | undefined {
    if (start + countBytes > view.byteLength) return undefined;
    const count = kind === "copy" ? view.getInt16(start) : view.getInt32(start);
    if (count < 0) return undefined;
    let at = start + countBytes;
    for (const column of columns) {
      if (at + columnHeadBytes > view.byteLength) return undefined;
      column.length = view.getInt32(at + columnHeadBytes - 4);
      column.at = at + columnHeadBytes;
      at = column.at + Math.max(0, column.length);
    }
    return at <= view.byteLength ? at : undefined;
  }

  /** Calls `visit` with each whole row; answers how many bytes they took. */
  return (bytes: Uint8Array, visit: (facts: MemberFacts) => void): number => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    if (!isBegun) {
      if (bytes.length < COPY_HEADER_BYTES) return 0;
      at = COPY_HEADER_BYTES;
      isBegun = true;
    }
    for (;;) {
      const end = findColumns(view, at);
      if (end === undefined) return at;
      visit(readFacts(bytes, view, columns));
      at = end;
    }
  };
}

const COLUMNS = 18;

function readFacts(bytes: Uint8Array, view: DataView, columns: Column[]): MemberFacts {
  const at = (index: number) => (columns[index] as Column).at; // there are as many as COLUMNS
  const isNull = (index: number) => (columns[index] as Column).length < 0;
  const slice = (index: number) => bytes.subarray(at(index), at(index) + (columns[index] as Column).length);
  const moment = (index: number, round: (value: number) => number) =>
    isNull(index) ? 0 : readMoment(view, at(index), round);
  const hasPhoto = !isNull(14);
  return {
    id: slice(0),
    role: view.getInt16(at(1)),
    tier: view.getInt16(at(2)),
    key: view.getInt32(at(3)),
    birth: view.getInt32(at(4)) + DAY_OF_2000,
    cityId: view.getInt32(at(5)),
    flags: view.getInt32(at(6)) | (hasPhoto ? FLAG.hasPhoto : 0),
    joinedAt: moment(7, Math.ceil),
    premiumUntil: moment(8, Math.ceil),
    highlightedUntil: moment(9, Math.ceil),
    activeAt: moment(10, Math.floor),
    availableFrom: moment(11, Math.floor),
    availableUntil: moment(12, Math.floor),
    name: slice(13),
    photo: hasPhoto
      ? {
          name: Buffer.from(slice(14)).toString("latin1"),
          width: view.getInt32(at(15)),
          height: view.getInt32(at(16)),
          thumbhash: slice(17),
        }
      : undefined,
  };
}

/** Microseconds since 2000 as milliseconds since 1970. */
function readMoment(view: DataView, at: number, round: (value: number) => number): number {
  const micros = view.getInt32(at) * 4_294_967_296 + view.getUint32(at + 4);
  if (micros >= INFINITE) return Number.POSITIVE_INFINITY;
  if (micros <= -INFINITE) return 0;
  return round(micros / 1_000) + MOMENT_OF_2000;
}
