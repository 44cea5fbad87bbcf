import { openMemberIndex } from "@caramelo/member-index";
import { TIERS } from "../../base/money/premium-rules.ts";
import { listCities } from "../../platform/cities/cities.ts";
import type { Connection, Db } from "../../platform/database/database.ts";
import type { Replicas } from "../../platform/database/replicas.ts";
import type { PhotoLinks } from "../../platform/storage/photo-links.ts";
import { startOfHalfMinute } from "../presence/rules.ts";
import { openCards } from "./cards.ts";
import { removeForeignChanges, takeCursor } from "./change-queries.ts";
import { GROUPS, MARK_COUNT } from "./filter-queries.ts";
import type { AnsweringIndex } from "./find-in-memory.ts";
import { followChanges, moveMark } from "./follow-changes.ts";
import { COUNT_MEMBERS, readAllMembers } from "./index-queries.ts";
import { loadMembers } from "./load-members.ts";
import { CARDS_KEPT } from "./rules.ts";

const NEW_MARGIN_MS = 50 * 3_600_000;
const SHAPE = { groups: GROUPS.length, tiers: TIERS, marks: MARK_COUNT, cityIds: listCities().map(({ id }) => id) };

type Deps = {
  db: Db;
  photoLinks: PhotoLinks;
  replicas?: Pick<Replicas, "readAll"> | undefined;
  onViewer(memberId: string): void;
};

/**
 * Reads all members into a new index, from a replica if one has them, with the presence of `now` and with what was
 * committed meanwhile. Later changes are left to the rounds.
 */
export async function loadIndex(
  { db, photoLinks, replicas, onViewer }: Deps,
  { connection, now, signal }: { connection: Connection; now: Date; signal: AbortSignal },
): Promise<{ loaded: AnsweringIndex; isFromReplica: boolean }> {
  await removeForeignChanges(db);
  const mark = startOfHalfMinute(now);
  // The cursor is older than what is read, so that no change is missed; some are read twice. It comes from the primary,
  // because the snapshot of a replica does not say which transactions were running.
  const cursor = await takeCursor(db);
  const order = {
    countMembers: COUNT_MEMBERS,
    readMembers: readAllMembers(db, mark),
    shape: { ...SHAPE, recentJoinsSince: now.getTime() - NEW_MARGIN_MS },
  };
  const fromReplica = await replicas?.readAll((source, isSilent) =>
    loadMembers({ ...order, ...source }, AbortSignal.any([signal, isSilent])),
  );
  const { memory } = fromReplica ?? (await loadMembers({ ...order, connection }, signal));
  const index = openMemberIndex(memory);
  const cards = openCards(index, { photoLinks, max: CARDS_KEPT });
  const loadedIndex = { index, mark, cursor, cards, isChanging: false, reorderedAt: Number.POSITIVE_INFINITY };
  moveMark(loadedIndex, mark);
  if (!(await followChanges({ db, followed: loadedIndex, onMember: cards.forget, onViewer })))
    throw new Error("too much changed while the members were read");
  return { loaded: loadedIndex, isFromReplica: fromReplica !== undefined };
}
