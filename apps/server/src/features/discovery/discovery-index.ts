import { setTimeout as sleep } from "node:timers/promises";
import { openMemberIndex } from "@caramelo/member-index";
import { TIERS } from "../../base/money/premium-rules.ts";
import { listCities } from "../../platform/cities/cities.ts";
import { isContention } from "../../platform/database/contention.ts";
import type { Connection, Db } from "../../platform/database/database.ts";
import type { Replicas } from "../../platform/database/replicas.ts";
import type { DiscoveryIndex } from "../../platform/discovery-index.ts";
import type { Log } from "../../platform/log.ts";
import type { PhotoLinks } from "../../platform/storage/photo-links.ts";
import { startOfHalfMinute } from "../presence/rules.ts";
import { openCards } from "./cards.ts";
import { removeForeignChanges, takeCursor } from "./change-queries.ts";
import { GROUPS, MARK_COUNT } from "./filter-queries.ts";
import { type AnsweringIndex, countInMemory, findPageInMemory, findPeopleInMemory } from "./find-in-memory.ts";
import { followChanges, followPresence, moveMark } from "./follow-changes.ts";
import { COUNT_MEMBERS, readAllMembers, readViewer } from "./index-queries.ts";
import { loadMembers } from "./load-members.ts";
import { CARDS_KEPT, VIEWER_IDS_KEPT } from "./memory-rules.ts";
import { openRounds, resultWithin } from "./rounds.ts";
import { openViewers, type Viewer } from "./viewers.ts";

type Deps = {
  db: Db;
  log: Log;
  photoLinks: PhotoLinks;
  replicas?: Pick<Replicas, "readAll"> | undefined;
  times?: Partial<typeof TIMES>;
};
const TIMES = {
  /** The pause between rounds while nobody asks. A longer pause would leave more to read at once. */
  roundMs: 2_000,
  /** How long a page waits for a round: longer than a round takes, shorter than anybody notices. */
  waitMs: 200,
  /**
   * The shuffle keys of all members are drawn in many statements. All members are read anew once no such statement was
   * noticed for this long.
   */
  reorderedMs: 3_000,
};
/** An answer may miss what other processes committed within this time, so that many pages share one round. */
const ROUND_DUE_MS = 20;
const NEW_MARGIN_MS = 50 * 3_600_000;
const RETRY_MS = 5_000;
const SHAPE = { groups: GROUPS.length, tiers: TIERS, marks: MARK_COUNT, cityIds: listCities().map(({ id }) => id) };

/**
 * Discovery from memory. While the index is not loaded or may be out of date, it gives no answer, and callers ask the
 * database.
 */
export function openDiscoveryIndex({ db, log, photoLinks, replicas, times }: Deps): DiscoveryIndex {
  const { roundMs, waitMs, reorderedMs } = { ...TIMES, ...times };
  const viewers = openViewers({ load: (viewerId) => readViewer(db, viewerId), maxIds: VIEWER_IDS_KEPT });
  const ending = new AbortController();
  let answering: AnsweringIndex | undefined;
  let reorderedAt = Number.POSITIVE_INFINITY;

  /** Stops answering from memory until all members have been read anew. */
  const giveUp = (followed: AnsweringIndex) => {
    if (answering === followed) answering = undefined;
  };
  /** The latest time of all questions and rounds so far, so that presence never goes back to an earlier half minute. */
  let latestMoment = new Date(0);
  const moveTo = (now: Date) => {
    if (now > latestMoment) latestMoment = now;
  };
  const hasNewPresence = ({ mark }: AnsweringIndex) => startOfHalfMinute(latestMoment) > mark;

  // Changes and presence are read in one round, so that neither overwrites newer facts of the other with older ones. A
  // round resolves to the index that it brought up to date: another one may answer by then.
  const rounds = openRounds(async () => {
    const followed = answering;
    if (!followed) return undefined;
    const { cards } = followed;
    try {
      const round = await followChanges({ db, followed, onMember: cards.forget, onViewer: viewers.forget });
      if (round === "reordered") reorderedAt = performance.now();
      if (round === "lost") {
        giveUp(followed);
        return undefined;
      }
    } catch (err) {
      // After contention the next round reads the same changes, because the cursor has not moved.
      if (!isContention(err)) giveUp(followed);
      throw err;
    }
    if (hasNewPresence(followed)) await followPresence({ db, followed }, latestMoment);
    return followed;
  });

  /** The index, up to date with all commits of this process and with those of others up to ROUND_DUE_MS ago. */
  async function findCurrent(now: Date): Promise<AnsweringIndex | undefined> {
    if (!answering) return undefined;
    try {
      moveTo(now);
      const isDue = rounds.isDue(ROUND_DUE_MS) || hasNewPresence(answering) || answering.isChanging;
      return isDue ? await resultWithin(waitMs, rounds.run()) : answering;
    } catch (err) {
      log.warn({ err }, "discovery asks the database: its changes could not be read");
      return undefined;
    }
  }

  type Answerer<T> = (deps: { db: Db; answering: AnsweringIndex; viewer: Viewer }) => T | Promise<T>;
  /** Reads the index between two rounds, so that an answer has all changes of a round or none of them. */
  async function answer<T>(viewerId: string, now: Date, read: Answerer<T>): Promise<T | undefined> {
    for (;;) {
      const current = await findCurrent(now);
      if (!current) return undefined;
      const viewer = await viewers.find(viewerId);
      if (!current.isChanging) return read({ db, answering: current, viewer });
    }
  }

  /** Reads all members into a new index, while the present one goes on answering, and then replaces it. */
  async function load(connection: Connection): Promise<void> {
    const begun = performance.now();
    log.info("discovery reads all members");
    moveTo(new Date());
    const now = latestMoment;
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
    const fromReplica = await replicas?.readAll((source, signal) =>
      loadMembers({ ...order, ...source }, AbortSignal.any([ending.signal, signal])),
    );
    const { memory } = fromReplica ?? (await loadMembers({ ...order, connection }, ending.signal));
    const index = openMemberIndex(memory);
    const cards = openCards(index, { photoLinks, max: CARDS_KEPT });
    const loaded = { index, mark, cursor, cards, isChanging: false };
    moveMark(loaded, mark);
    // This reads what was committed meanwhile; the rounds read what comes later.
    const round = await followChanges({ db, followed: loaded, onMember: cards.forget, onViewer: viewers.forget });
    if (round === "lost") throw new Error("too much changed while the members were read");
    reorderedAt = round === "reordered" ? performance.now() : Number.POSITIVE_INFINITY;
    viewers.clear();
    // A round that is running now reads into the old index, so a new round is requested.
    rounds.request();
    answering = loaded;
    await rounds.run();
    const [ms, bytesPerMember] = [Math.round(performance.now() - begun), Math.round(index.bytesPerMember())];
    const facts = { members: index.size(), ms, bytesPerMember, isFromReplica: fromReplica !== undefined };
    log.info(facts, "discovery answers from memory");
  }

  /** Keeps the index up to date, and loads it anew when that is impossible, or when the order has changed. */
  async function follow(connection: Connection): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        const isReordered = performance.now() - reorderedAt > reorderedMs;
        if (!answering || isReordered || answering.index.isWasteful()) await load(connection);
        await sleep(roundMs, undefined, { signal: ending.signal });
        moveTo(new Date());
        await rounds.run();
      } catch (err) {
        if (ending.signal.aborted) return;
        log.warn({ err }, "discovery could not follow the database");
        await sleep(RETRY_MS, undefined, { signal: ending.signal }).catch(() => {});
      }
    }
  }

  let following: Promise<void> | undefined;
  return {
    start(connection) {
      following ??= follow(connection);
    },
    async stop() {
      ending.abort();
      answering = undefined;
      await following;
    },
    isAnswering: () => answering !== undefined,
    isStarted: () => following !== undefined,
    ageMs: () => answering && rounds.ageMs(),
    noteWrite: rounds.request,
    findPage: (page) => answer(page.question.viewerId, page.now, (deps) => findPageInMemory(deps, page)),
    count: (question, newSince, now) =>
      answer(question.viewerId, now, (deps) => countInMemory(deps, question, newSince)),
    people: { find: (request) => answer(request.viewerId, request.now, (deps) => findPeopleInMemory(deps, request)) },
  };
}
