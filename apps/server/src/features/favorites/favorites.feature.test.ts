import { describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { grant, makePremium } from "../../testing/entitlements.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { matched, PEOPLE_CHANGED, recordPublishedEvents, unread } from "../../testing/published-events.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const events = recordPublishedEvents(world);
const HOUR_MS = 3_600_000;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type OtherMember = { id: string };

const add = ({ browser }: Person, { id }: OtherMember) => browser.api.favorites.add({ params: { id } });
const remove = ({ browser }: Person, { id }: OtherMember) => browser.api.favorites.remove({ params: { id } });
const makePair = async () => ({ baby: await makeSignedIn(world), daddy: await makeSignedIn(world, { role: "daddy" }) });

/** The types of a member's notifications about the actor, such as "favorite" and "match". */
async function listNotifications({ id }: OtherMember, actor: OtherMember): Promise<string[]> {
  const rows = await world.db
    .selectFrom("notification")
    .where("memberId", "=", id)
    .where("actorId", "=", actor.id)
    .select("type")
    .orderBy("type")
    .execute();
  return rows.map((row) => row.type);
}

async function countFavorites(member: OtherMember, otherMember: OtherMember): Promise<number> {
  const ids = [member.id, otherMember.id];
  const rows = await world.db
    .selectFrom("favorite")
    .where("memberId", "in", ids)
    .where("favoriteId", "in", ids)
    .select("createdAt")
    .execute();
  return rows.length;
}

describe("a favourite", () => {
  test("[D3.07] is stored and notified to the other one, and removed again without a notification", async () => {
    const { baby, daddy } = await makePair();
    const addAnswer = await add(baby, daddy);
    expect([addAnswer.status, addAnswer.body]).toEqual([200, { isFavorite: true, match: null }]);
    expect(await countFavorites(baby, daddy)).toBe(1);
    expect(await listNotifications(daddy, baby)).toEqual(["favorite"]);
    expect(await listNotifications(baby, daddy)).toEqual([]);

    const removeAnswer = await remove(baby, daddy);
    expect([removeAnswer.status, removeAnswer.body]).toEqual([200, { isFavorite: false }]);
    expect(await countFavorites(baby, daddy)).toBe(0);
    expect(await listNotifications(daddy, baby)).toEqual(["favorite"]);
  });

  test("is the same when it is added or removed twice", async () => {
    const { baby, daddy } = await makePair();
    for (let i = 0; i < 2; i++) expect((await add(baby, daddy)).body).toEqual({ isFavorite: true, match: null });
    expect(await countFavorites(baby, daddy)).toBe(1);
    for (let i = 0; i < 2; i++) expect((await remove(baby, daddy)).body).toEqual({ isFavorite: false });
    expect((await remove(baby, { id: uuidv7(new Date()) })).status).toBe(200);
  });

  test.each([
    ["baby", "daddy", 200],
    ["baby", "mommy", 200],
    ["daddy", "baby", 200],
    ["mommy", "baby", 200],
    ["baby", "baby", 404],
    ["daddy", "mommy", 404],
    ["mommy", "mommy", 404],
    ["baby", "admin", 404],
    ["admin", "baby", 404],
    ["admin", "admin", 404],
  ] as const)("[D3.08][D1.08] of a %s can be a %s: %i", async (role, otherRole, status) => {
    const [person, otherMember] = [
      await makeSignedIn(world, { role }),
      await makeMember(world.owner, { role: otherRole }),
    ];
    const reply = await add(person, otherMember);
    expect(reply.status).toBe(status);
    expect(await countFavorites(person, otherMember)).toBe(status === 200 ? 1 : 0);
    expect(await listNotifications(otherMember, person)).toEqual(status === 200 ? ["favorite"] : []);
  });

  test("[D3.08] cannot be a member of one's own side, even in a conversation", async () => {
    const [baby, otherMember] = [await makeSignedIn(world), await makeMember(world.owner)];
    await makeConversation(world.owner, otherMember.id, baby.id);
    expect((await add(baby, otherMember)).status).toBe(404);
  });

  test("[T23][T30] of a hidden, deactivated, suspended or unknown member, or of oneself, gets the same answer as for an unknown id", async () => {
    const baby = await makeSignedIn(world);
    const [hiddenMember, hider] = [
      await makeMember(world.owner, { role: "daddy" }),
      await makeSignedIn(world, { role: "daddy" }),
    ];
    await hidePair(world.owner, baby.id, hiddenMember.id);
    await hidePair(world.owner, baby.id, hider.id);
    const others = [
      hiddenMember,
      hider,
      await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() }),
      await makeMember(world.owner, { role: "daddy", suspendedAt: new Date() }),
      { id: uuidv7(new Date()) },
      baby,
    ];
    const answers = [];
    for (const stranger of others) {
      const { status, failure } = await add(baby, stranger);
      const { requestId: _, ...body } = failure;
      answers.push(JSON.stringify([status, body]));
      expect(await listNotifications(stranger, baby)).toEqual([]);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('[404,{"code":"NOT_FOUND"');
    expect((await add(hider, baby)).status).toBe(404);
  });

  test("of a member who was hidden since can still be removed", async () => {
    const { baby, daddy } = await makePair();
    await add(baby, daddy);
    await hidePair(world.owner, baby.id, daddy.id);
    expect((await remove(baby, daddy)).status).toBe(200);
    expect(await countFavorites(baby, daddy)).toBe(0);
  });
});

describe("the notification of a favourite", () => {
  test("[D3.11] is raised once in 24 hours, however often the favourite is toggled", async () => {
    const own = await openWorld();
    const [{ id }, daddy] = [await makeMember(own.owner), await makeMember(own.owner, { role: "daddy" })];
    const baby = { id, browser: await openBrowserOf(own, id, true) };
    const count = async () => (await own.db.selectFrom("notification").select("id").execute()).length;
    const toggle = async () => {
      for (const change of [add, remove]) expect((await change(baby, daddy)).status).toBe(200);
      return count();
    };
    for (let i = 0; i < 3; i++) expect(await toggle()).toBe(1);
    own.pass(23 * HOUR_MS);
    expect(await toggle()).toBe(1);
    own.pass(HOUR_MS + 1);
    for (let i = 0; i < 2; i++) expect(await toggle()).toBe(2);
  });

  test("[D3.10] is a match for both when each favours the other, once ever", async () => {
    const { baby, daddy } = await makePair();
    expect((await add(baby, daddy)).body.match).toBeNull();
    expect((await add(daddy, baby)).body.match).not.toBeNull();
    expect(await listNotifications(baby, daddy)).toEqual(["favorite", "match"]);
    expect(await listNotifications(daddy, baby)).toEqual(["favorite", "match"]);

    for (const person of [baby, daddy]) {
      const otherPerson = person === baby ? daddy : baby;
      await remove(person, otherPerson);
      expect((await add(person, otherPerson)).body).toEqual({ isFavorite: true, match: null });
    }
    expect(await listNotifications(baby, daddy)).toEqual(["favorite", "match"]);
    expect(await listNotifications(daddy, baby)).toEqual(["favorite", "match"]);
  });

  test("[D3.10] is exactly one match for each when both favour each other at the same instant", async () => {
    const { baby, daddy } = await makePair();
    const additions = [() => add(baby, daddy), () => add(daddy, baby)];
    const replies = await race(world.owner, holdWrites("favorite"), additions);
    expect(replies.map(({ body }) => body)).toEqual([
      { isFavorite: true, match: null },
      { isFavorite: true, match: expect.anything() },
    ]);
    expect(await listNotifications(baby, daddy)).toEqual(["favorite", "match"]);
    expect(await listNotifications(daddy, baby)).toEqual(["favorite", "match"]);
  });

  test("[D3.11] is one favourite and one match after six toggles at once, and no toggle waits for ever", async () => {
    const { baby, daddy } = await makePair();
    const toggle = async (at: number) => {
      const [person, otherPerson] = at % 2 === 0 ? [baby, daddy] : [daddy, baby];
      const { status } = await (at % 3 === 2 ? remove : add)(person, otherPerson);
      return status;
    };
    const toggles = [0, 1, 2, 3, 4, 5].map((at) => () => toggle(at));
    expect(await race(world.owner, holdWrites("favorite"), toggles)).toEqual([200, 200, 200, 200, 200, 200]);
    await add(baby, daddy);
    await add(daddy, baby);
    expect(await listNotifications(baby, daddy)).toEqual(["favorite", "match"]);
    expect(await listNotifications(daddy, baby)).toEqual(["favorite", "match"]);
    expect(await countFavorites(baby, daddy)).toBe(2);
  });
});

describe("the answer to the favourite that makes a match", () => {
  test("[D3.31] shows the other one's name and main photo, and that a baby may write for free", async () => {
    const [baby, daddy] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy", name: "Bruno" })];
    await makePhotos(world.owner, daddy.id, [0, 1]);
    await add(daddy, baby);
    const { match } = (await add(baby, daddy)).body;
    expect(match).toMatchObject({ name: "Bruno", photo: expect.any(Object), needsUpgrade: false });
    expect(match?.photo?.medium).toContain("/api/photos/");
  });

  test.each(["daddy", "mommy"] as const)(
    "[D3.31][T17] says what a %s would have to buy before writing",
    async (role) => {
      const [payer, premium, rich] = [
        await makeSignedIn(world, { role }),
        await makeSignedIn(world, { role }),
        await makeSignedIn(world, { role }),
      ];
      await makePremium(world.db, premium);
      await grant(world.db, rich, { tokens: 1, conversations: 1 });
      for (const [person, needsUpgrade] of [
        [payer, true],
        [premium, false],
        [rich, false],
      ] as const) {
        const baby = await makeSignedIn(world);
        await add(baby, person);
        expect((await add(person, baby)).body.match).toMatchObject({ photo: null, needsUpgrade });
      }
    },
  );
});

describe("open browsers", () => {
  test("[M7.05][M4.10] of the other one receive how many notifications wait, those of the caller that their people changed", async () => {
    const { baby, daddy } = await makePair();
    await add(baby, daddy);
    expect(events.publishedTo(daddy)).toEqual([unread(1)]);
    expect(events.publishedTo(baby)).toEqual([PEOPLE_CHANGED]);
    await add(baby, daddy);
    await remove(baby, daddy);
    expect(events.publishedTo(daddy)).toEqual([unread(1)]);
    expect(events.publishedTo(baby)).toEqual([PEOPLE_CHANGED, PEOPLE_CHANGED, PEOPLE_CHANGED]);
  });

  test("[M7.05] of both receive a match", async () => {
    const { baby, daddy } = await makePair();
    await add(baby, daddy);
    await add(daddy, baby);
    // The favourite and the match share one row of the bell, and rows are counted.
    expect(events.publishedTo(daddy)).toEqual([unread(1), unread(1), PEOPLE_CHANGED]);
    expect(events.publishedTo(baby)).toEqual([PEOPLE_CHANGED, unread(1), matched(daddy)]);
  });

  test("[D3.31] of the member who waited receive a match once ever, and the member who made it gets it by the answer alone", async () => {
    const { baby, daddy } = await makePair();
    await add(daddy, baby);
    await add(baby, daddy);
    for (const change of [remove, add]) await change(daddy, baby);
    for (const change of [remove, add]) await change(baby, daddy);
    const matches = (person: Person) => events.publishedTo(person).filter(({ type }) => type === "match");
    expect([matches(baby), matches(daddy)]).toEqual([[], [matched(baby)]]);
  });

  test("receive nothing when a favourite is refused", async () => {
    const { baby } = await makePair();
    const otherMember = await makeMember(world.owner);
    expect((await add(baby, otherMember)).status).toBe(404);
    expect([...events.publishedTo(baby), ...events.publishedTo(otherMember)]).toEqual([]);
  });
});

test("[D2.43] a member may add and remove favourites 120 times an hour", async () => {
  const { baby, daddy } = await makePair();
  const toggle = (at: number) => (at % 2 === 0 ? add(baby, daddy) : remove(baby, daddy));
  const replies = await Promise.all(Array.from({ length: 120 }, (_, at) => toggle(at)));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  for (const at of [0, 1]) {
    const refusal = await toggle(at);
    expect([refusal.status, refusal.failure.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  }
  expect((await add(daddy, baby)).status).toBe(200);
});

test.each(["deactivatedAt", "suspendedAt"] as const)("a member whose %s is set may add no favourites", async (fact) => {
  const { baby, daddy } = await makePair();
  await world.db
    .updateTable("profile")
    .set({ [fact]: new Date() })
    .where("memberId", "=", baby.id)
    .execute();
  expect((await add(baby, daddy)).failure.code).toBe("AUTH_SESSION_EXPIRED");
  expect((await world.browser().api.favorites.add({ params: { id: daddy.id } })).failure.code).toBe("AUTH_NO_SESSION");
  expect(await listNotifications(daddy, baby)).toEqual([]);
});
