import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { describe, expect, test } from "vitest";
import { randomId } from "../../platform/ids.ts";
import { countTabs, listIds, listShown, type Viewer } from "../../testing/discovery-pages.ts";
import { slowTest } from "../../testing/each-kind.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makePopulation, type SeedMember } from "../../testing/population.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { coarsePresenceOf, startOfHalfMinute } from "../presence/rules.ts";

const SAO_PAULO = 3_550_308;
const MINUTE = 60_000;
const HALF = 30_000;

/** Stores a presence; unless `change` says otherwise, it did not change lately. */
async function makePresence({ owner }: World, memberId: string, activeAt: Date, change: object = {}): Promise<void> {
  await owner
    .insertInto("presence")
    .values({ memberId, lastActiveAt: activeAt, ...change })
    .execute();
}

const someone = (id: string): SeedMember => ({
  id,
  role: "daddy",
  tier: 2,
  shuffleKey: 1_000,
  age: 30,
  cityId: SAO_PAULO,
  isWildcardCity: false,
  isActive: true,
});

/** A world whose clock shows noon in São Paulo, so that neither the day nor the half minute is about to end. */
async function openAtNoon() {
  const world = await openWorld();
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T15:00:10.000Z`).getTime();
  world.pass(((noon - Date.now()) % 86_400_000) + 86_400_000);
  return world;
}

describe("the filter by presence", () => {
  test("[D3.14] shows members who are online, or who were today, and no others", async () => {
    const world = await openAtNoon();
    const now = world.context.clock.now();
    const baby = await makeSignedIn(world);
    const make = async (minutes: number, change: object = {}) => {
      const member = await makeMember(world.owner, { role: "daddy" });
      await makePresence(world, member.id, new Date(now.getTime() - minutes * MINUTE), change);
      return member;
    };
    const people = {
      online: await make(1),
      left: await make(1, { leftAt: now }),
      today: await make(60),
      yesterday: await make(13 * 60),
      hidden: await make(1, { isHidden: true }),
      never: await makeMember(world.owner, { role: "daddy" }),
    };
    world.pass(HALF);
    expect(await listShown(baby, people, { presence: "online" })).toEqual(["online"]);
    expect(await listShown(baby, people, { presence: "recent" })).toEqual(["online", "left", "today"]);
    expect((await countTabs(baby, { presence: "online" })).all).toBe(1);
    expect((await countTabs(baby, { presence: "recent" })).all).toBe(3);
    expect(await listShown(baby, people, { presence: "online", tab: "new" })).toEqual(["online"]);
  });

  test("[D3.15][T60] leaves out a member who hides their presence from the moment they hide it", async () => {
    const world = await openAtNoon();
    const [baby, daddy] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    await daddy.browser.api.presence.ping();
    world.pass(HALF);
    expect(await listIds(baby, { presence: "recent" })).toEqual([daddy.id]);
    await daddy.browser.api.memberSettings.change({ body: { isPresenceHidden: true } });
    expect(await listIds(baby, { presence: "recent" })).toEqual([]);
    expect((await countTabs(baby, { presence: "recent" })).all).toBe(0);
  });

  test("[T70] shows no change of presence before the next half minute, also of a member who wrote to the viewer", async () => {
    const world = await openAtNoon();
    const [baby, daddy] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.db, daddy.id, baby.id);
    const find = (viewer: Viewer) => listIds(viewer, { presence: "online" });
    const toNextMark = () => {
      const now = world.context.clock.now();
      world.pass(HALF - (now.getTime() - startOfHalfMinute(now).getTime()));
    };
    toNextMark();
    await daddy.browser.api.presence.ping();
    expect(await find(baby)).toEqual([]);
    toNextMark();
    expect(await find(baby)).toEqual([daddy.id]);
  });
});

slowTest("[D3.32] the filter by presence finds the same in the same order when thousands are present", async () => {
  const world = await openAtNoon();
  const baby = await makeSignedIn(world);
  const present = (at: number, change: Partial<SeedMember>): SeedMember => ({
    ...someone(randomId()),
    tier: at % 4,
    shuffleKey: at * 1_000,
    presence: at % 3 === 0 ? "online" : "hidden",
    ...change,
  });
  const today = dayInBrazil(world.context.clock.now());
  const few = Array.from({ length: 90 }, (_, at) => present(at, {}));
  await makePopulation(world.owner, few, today);
  const filter = { presence: "online" } as const;
  const foundIds = await listIds(baby, filter);
  expect(foundIds.length).toBe(30);
  // These members are on the viewer's own side, so that they only change how many members are present.
  const many = Array.from({ length: 5_001 }, (_, at) => present(at, { role: "baby", presence: "online" }));
  await makePopulation(world.owner, many, today);
  expect(await listIds(baby, filter)).toEqual(foundIds);
  expect((await countTabs(baby, filter)).all).toBe(30);
});

test("[T70] the filter finds exactly those whom the coarse presence shows, at any moment after any change", async () => {
  const world = await openAtNoon();
  const baby = await makeSignedIn(world);
  const now = world.context.clock.now();
  const mark = startOfHalfMinute(now).getTime();
  // Around each border of the rule: the mark, the five minutes before it, and the beginning of the day (03:00 UTC).
  const dayStart = new Date(`${now.toISOString().slice(0, 10)}T03:00:00.000Z`).getTime();
  const moments = [mark, mark - 5 * MINUTE, dayStart].flatMap((at) => [at - 1, at, at + 1]).map((at) => new Date(at));
  const lefts = [null, new Date(mark - 1), new Date(mark)];
  const changes = [new Date(0), new Date(mark - 1), new Date(mark), new Date(mark + 1)];
  const states = moments.flatMap((lastActiveAt) =>
    lefts.flatMap((leftAt) =>
      changes.flatMap((changedAt) =>
        [null, ...moments.slice(0, 6)].flatMap((before) =>
          [null, new Date(mark - 2)].map((beforeLeftAt) => ({
            lastActiveAt,
            leftAt,
            changedAt,
            beforeActiveAt: before,
            beforeLeftAt,
            isHidden: false,
          })),
        ),
      ),
    ),
  );
  // The activity before the last change is never later than the present one.
  const possible = states.filter(
    ({ lastActiveAt, beforeActiveAt }) => !beforeActiveAt || beforeActiveAt <= lastActiveAt,
  );
  const rows = possible.map((state) => ({ ...state, memberId: randomId() }));
  await makePopulation(
    world.owner,
    rows.map(({ memberId }) => someone(memberId)),
    dayInBrazil(now),
  );
  for (let at = 0; at < rows.length; at += 500)
    await world.owner
      .insertInto("presence")
      .values(rows.slice(at, at + 500))
      .execute();

  for (const wantedPresence of ["online", "recent"] as const) {
    const expectedRows = rows.filter((row) => {
      const presence = coarsePresenceOf({ ...row, availableFrom: null, availableUntil: null }, now);
      return presence === "online" || presence === wantedPresence;
    });
    expect((await countTabs(baby, { presence: wantedPresence })).all).toBe(expectedRows.length);
  }
});
