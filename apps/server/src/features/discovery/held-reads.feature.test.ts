import { setImmediate } from "node:timers/promises";
import { PRESENCE_COARSE_MS } from "@caramelo/contract/limits";
import { type KyselyPlugin, sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { startSuspension } from "../../base/members/standing-queries.ts";
import { randomId } from "../../platform/ids.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { addDepartures, addPings } from "../presence/queries.ts";
import { openDiscoveryIndex } from "./discovery-index.ts";
import { questionFor } from "./filter-queries.ts";
import { endOf } from "./rules.ts";

const world = await openWorld();
const connection = { connectionString: world.connectionString };

/** An answer of the database. `isFirst`: it is the first one with changes after all members were read. */
type Answer = { row: object; isFirst: boolean };
const isChanges = ({ row }: Answer) => "isWhole" in row;

type HeldRead = (go: () => void, fail: (error: Error) => void) => void;

// Pages of a busy machine must wait for the round and not ask the database instead.
const PATIENT_MS = 60_000;

/** An index for which a test can hold back an answer of the database. */
async function open(waitMs?: number) {
  let hold: ((answer: Answer) => boolean) | undefined;
  let onHeld: HeldRead = () => {};
  const heldReads = new Set<() => void>();
  const cursors = new Set<unknown>();
  const first = new WeakSet<object>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node);
      if (![...cursors].some((cursor) => text.includes(String(cursor)))) first.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      const [row] = result.rows;
      if (!row) return result;
      if (isChanges({ row, isFirst: false }) && "takenAt" in row) cursors.add(row.takenAt);
      if (!hold?.({ row, isFirst: first.has(queryId) })) return result;
      hold = undefined;
      await new Promise<void>((resolve, reject) => {
        heldReads.add(resolve);
        onHeld(resolve, reject);
      });
      return result;
    },
  };
  const { log, photoLinks } = world.context;
  const times = { roundMs: 500, reorderedMs: 100, ...(waitMs && { waitMs }) };
  const index = openDiscoveryIndex({ db: world.db.withPlugin(plugin), log, photoLinks, times });
  index.start(connection);
  onTestFinished(() => {
    hold = undefined;
    for (const go of heldReads) go();
    return index.stop();
  });
  await vi.waitFor(() => expect(index.isAnswering()).toBe(true), PATIENT);
  const viewerId = randomId();
  const question = questionFor({
    viewerId,
    roles: ["daddy"],
    born: { after: undefined, until: undefined },
    cityIds: undefined,
    marks: [],
    presence: undefined,
  });
  const askCount = () => index.count(question, new Date(), new Date());
  const ask = (now = new Date()) => {
    const part = { seed: 0, endSegment: endOf("all", false), after: undefined, joinedAfter: undefined };
    return index.findPage({ question, part, now, viewerCityId: null, originCityId: null });
  };
  /**
   * Holds back the next answer that `isHeld` accepts. Resolves, once the answer is held, to functions that let it go or
   * fail.
   */
  const holdNext = (isHeld: (answer: Answer) => boolean) =>
    new Promise<{ go: () => void; fail: (error: Error) => void }>((resolve) => {
      onHeld = (go, fail) => resolve({ go, fail });
      hold = isHeld;
    });
  return { index, ask, askCount, holdNext };
}

const makeDaddy = () => makeMember(world.owner, { role: "daddy" });

test("a suspension between the reading of all members and their first answer is never shown", async () => {
  const { index, ask, holdNext } = await open(PATIENT_MS);
  const { id } = await makeDaddy();
  const loadedHold = holdNext((answer) => isChanges(answer) && answer.isFirst);
  // This says that new shuffle keys were drawn; a moment later, all members are read again.
  await sql`insert into profile_change (kind) values ('order')`.execute(world.owner);
  const { go: swap } = await loadedHold;
  await startSuspension(world.db, id, { until: null, isBan: false }, new Date());
  index.noteWrite();
  expect((await ask())?.ids).not.toContain(id);
  const caughtUp = holdNext(isChanges);
  swap();
  const { go } = await caughtUp;
  const reply = ask();
  void setImmediate().then(go);
  expect((await reply)?.ids ?? []).not.toContain(id);
});

test("a page that brought the present index up to date is not read from a new one that replaces it meanwhile", async () => {
  const { index, ask, holdNext } = await open(PATIENT_MS);
  const { id } = await makeDaddy();
  const loadedHold = holdNext((answer) => isChanges(answer) && answer.isFirst);
  await sql`insert into profile_change (kind) values ('order')`.execute(world.owner);
  const { go: swap } = await loadedHold;
  await startSuspension(world.db, id, { until: null, isBan: false }, new Date());
  index.noteWrite();
  const round = holdNext(isChanges);
  const reply = ask();
  const { go } = await round;
  swap();
  await setImmediate();
  const caughtUp = holdNext(isChanges);
  go();
  expect((await reply)?.ids).not.toContain(id);
  (await caughtUp).go();
});

test("a page and a count see all changes of a round or none of them, although the round lets them run in between its changes", async () => {
  const { index, ask, askCount, holdNext } = await open(PATIENT_MS);
  const some = await Promise.all(Array.from({ length: 5 }, makeDaddy));
  const ids = some.map((member) => member.id);
  const countShown = async () => {
    const page = await ask();
    return page && ids.filter((id) => page.ids.includes(id)).length;
  };
  index.noteWrite();
  expect(await countShown()).toBe(ids.length);
  const all = (await askCount())?.all ?? 0;
  // The clock moves only with each change, by enough to make the round pause after it.
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    if (new Error().stack?.includes("follow-changes")) now += 5;
    return now;
  });
  index.noteWrite();
  const heldAnswer = holdNext(isChanges);
  const askedPage = ask();
  const { go } = await heldAnswer;
  // The held round will find no change. The one that follows it finds these, and no page has to wait for it.
  let isOver = false;
  const following = ask().then(() => {
    isOver = true;
  });
  await world.db.updateTable("profile").set({ deactivatedAt: new Date() }).where("memberId", "in", ids).execute();
  go();
  await askedPage;
  const seenPages: unknown[] = [];
  while (!isOver) {
    seenPages.push(await Promise.all([countShown(), askCount()]));
    await setImmediate();
  }
  await following;
  seenPages.push(await Promise.all([countShown(), askCount()]));
  expect(seenPages.at(-1)).toMatchObject([0, { all: all - ids.length }]);
  for (const [page, counts] of seenPages as [number | undefined, { all: number } | undefined][]) {
    expect([undefined, 0, ids.length]).toContain(page);
    expect([undefined, all, all - ids.length]).toContain(counts?.all);
  }
});

test("the database answers while changes cannot be read for want of a connection, and memory goes on afterwards", async () => {
  const { index, ask, holdNext } = await open(PATIENT_MS);
  const { id } = await makeDaddy();
  index.noteWrite();
  const reading = holdNext(isChanges);
  const reply = ask();
  (await reading).fail(Object.assign(new Error("too busy"), { code: "55P03" }));
  expect(await reply).toBeUndefined();
  expect(index.isAnswering()).toBe(true);
  expect((await ask())?.ids).toContain(id);
});

test("the database answers while a round takes long, and memory once it is over", async () => {
  const { index, ask, holdNext } = await open();
  const { id } = await makeDaddy();
  index.noteWrite();
  const reading = holdNext(isChanges);
  const reply = ask();
  const { go } = await reading;
  expect(await reply).toBeUndefined();
  expect(await ask()).toBeUndefined();
  go();
  await vi.waitFor(async () => expect((await ask())?.ids).toContain(id), PATIENT);
});

const start = Date.now() + 3_600_000;
const later = new Date(start + PRESENCE_COARSE_MS);
const presenceOf = async (id: string, page: ReturnType<Awaited<ReturnType<typeof open>>["ask"]>) =>
  JSON.parse((await page)?.text ?? "{}").profiles?.find((card: { id: string }) => card.id === id)?.presence;
/** A member who is online at `start`, and has left by `later`. */
async function makeLeaver() {
  const { id } = await makeDaddy();
  await addPings(world.owner, [{ memberId: id, at: new Date(start - 60_000) }], new Date(start - 60_000));
  await addDepartures(world.owner, [{ memberId: id, closedAt: new Date(start) }], new Date(start));
  return id;
}

test("a presence does not go back for a request that began before another one", async () => {
  const { index, ask } = await open(PATIENT_MS);
  const id = await makeLeaver();
  index.noteWrite();
  expect(await presenceOf(id, ask(new Date(start)))).toBe("online");
  expect(await presenceOf(id, ask(later))).toBe("recent");
  expect(await presenceOf(id, ask(new Date(start)))).toBe("recent");
});
