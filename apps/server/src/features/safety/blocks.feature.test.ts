import { PEOPLE_PAGE } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { lockStreams } from "../../base/members/stream-queries.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

type OtherMember = { id: string };
type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makePair = async () => ({ ana: await makeSignedIn(world), dan: await makeSignedIn(world, { role: "daddy" }) });
const block = ({ browser }: Pick<Person, "browser">, { id }: OtherMember) =>
  browser.api.safety.block({ params: { id } });
const unblock = ({ browser }: Pick<Person, "browser">, { id }: OtherMember) =>
  browser.api.safety.unblock({ params: { id } });
const listNames = async ({ browser }: Person) =>
  (await browser.api.safety.blocks()).body.members.map(({ name }) => name);

/** Which of the two cannot see the other one, and who blocks whom. */
async function readPair(member: OtherMember, otherMember: OtherMember) {
  const ids = [member.id, otherMember.id];
  const hiddenPairs = await world.owner.selectFrom("hiddenPair").where("viewerId", "in", ids).selectAll().execute();
  const blocks = await world.owner.selectFrom("block").where("blockerId", "in", ids).selectAll().execute();
  return {
    hidden: hiddenPairs.map(({ viewerId }) => viewerId).sort(),
    blockers: blocks.map(({ blockerId }) => blockerId).sort(),
  };
}
const both = (member: OtherMember, otherMember: OtherMember) => [member.id, otherMember.id].sort();
const NOTHING = { hidden: [], blockers: [] };

describe("a block", () => {
  test("[D5.01] hides both from each other until it is removed, and repeating either changes nothing", async () => {
    const { ana, dan } = await makePair();
    for (let i = 0; i < 2; i += 1) {
      const reply = await block(ana, dan);
      expect([reply.status, reply.body]).toEqual([200, {}]);
      expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: [ana.id] });
    }
    for (let i = 0; i < 2; i += 1) {
      const reply = await unblock(ana, dan);
      expect([reply.status, reply.body]).toEqual([200, {}]);
      expect(await readPair(ana, dan)).toEqual(NOTHING);
    }
  });

  test("[T23] by the other one stays when a member removes theirs", async () => {
    const { ana, dan } = await makePair();
    await makeConversation(world.owner, dan.id, ana.id);
    await block(ana, dan);
    // The two have a conversation, so the blocked member may still block.
    expect((await block(dan, ana)).status).toBe(200);
    expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: both(ana, dan) });
    await unblock(ana, dan);
    expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: [dan.id] });
    await unblock(dan, ana);
    expect(await readPair(ana, dan)).toEqual(NOTHING);
  });

  test("[T23] cannot be removed by the blocked member", async () => {
    const { ana, dan } = await makePair();
    await block(ana, dan);
    expect((await unblock(dan, ana)).body).toEqual({});
    expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: [ana.id] });
  });

  test("[T23] by both at once, removed by both at once, leaves nothing hidden and causes no deadlock", async () => {
    const { ana, dan } = await makePair();
    await makeConversation(world.owner, dan.id, ana.id);
    const both200 = async (act: typeof block) => {
      const sides = [() => act(ana, dan), () => act(dan, ana)];
      const replies = await race(world.owner, holdWrites("block", "hiddenPair"), sides);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    };
    await both200(block);
    expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: both(ana, dan) });
    await both200(unblock);
    expect(await readPair(ana, dan)).toEqual(NOTHING);
  });

  test("[T31][T30] of a member of the same side, staff, the member, an inactive one or an unknown id gets the same answer", async () => {
    const ana = await makeSignedIn(world);
    const others = [
      ana,
      await makeMember(world.owner),
      await makeMember(world.owner, { role: "admin" }),
      await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() }),
      { id: uuidv7(new Date()) },
    ];
    const answers = new Set<string>();
    for (const stranger of others) {
      const { status, failure } = await block(ana, stranger);
      const { requestId: _, ...body } = failure;
      answers.add(JSON.stringify([status, body]));
      expect((await unblock(ana, stranger)).body).toEqual({});
    }
    expect([...answers]).toEqual([expect.stringContaining('[404,{"code":"NOT_FOUND"')]);
    expect(await listNames(ana)).toEqual([]);
  });

  test("is refused for staff", async () => {
    const [staff, ana] = [await makeSignedIn(world, { role: "admin" }), await makeMember(world.owner)];
    expect((await block(staff, ana)).failure.code).toBe("NOT_FOUND");
    expect((await unblock(staff, ana)).status).toBe(200);
    expect((await staff.browser.api.safety.blocks()).body).toEqual({ members: [], next: null });
  });

  test("[T71] reaches the blocker's browsers live, with the count of their bell, and nobody else's", async () => {
    const { ana, dan } = await makePair();
    await dan.browser.api.favorites.add({ params: { id: ana.id } });
    const [hers, his] = [await openLiveSocket(ana.browser), await openLiveSocket(dan.browser)];
    await block(ana, dan);
    expect(await hers.waitFor("changed")).toEqual([{ event: "changed", what: "people" }]);
    expect(await hers.waitFor("notifications")).toEqual([{ event: "notifications", unread: 0 }]);
    await block(ana, dan);
    await unblock(ana, dan);
    await unblock(ana, dan);
    expect((await hers.waitFor("notifications", 2)).map(({ unread }) => unread)).toEqual([0, 1]);
    await world.live.heartbeat();
    await hers.waitFor("heartbeat", 2);
    await his.waitFor("heartbeat", 2);
    expect(hers.received.filter(({ event }) => event === "notifications")).toHaveLength(2);
    expect(new Set(his.received.map(({ event }) => event))).toEqual(new Set(["heartbeat"]));
  });

  test("has its own rate limit, so that many favourites keep nobody from blocking", async () => {
    const own = await openWorld({ LIMIT_FAVORITES: "4/3600" });
    const { id } = await makeMember(own.owner);
    const ana = { id, browser: await openBrowserOf(own, id) };
    const dan = await makeMember(own.owner, { role: "daddy" });
    for (let i = 0; i < 5; i += 1) await ana.browser.api.favorites.add({ params: { id: dan.id } });
    expect((await block(ana, dan)).status).toBe(200);
    expect((await unblock(ana, dan)).status).toBe(200);
    expect((await block(ana, dan)).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });
});

describe("a message that is being sent", () => {
  test("[T23][D1.07] is stored when it arrives before the block, and refused when it arrives after", async () => {
    const [ana, dan] = [await makeWriter(world), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.owner, dan.id, ana.id);
    const readCursor = async () => (await ana.history(dan)).body.cursor;
    for (const isBlockFirst of [true, false]) {
      const before = await readCursor();
      const { first, second } = await world.owner.transaction().execute(async (trx) => {
        // While this transaction holds the streams, requests wait behind it in the order of their arrival.
        await lockStreams(trx, [ana.id, dan.id]);
        const actions = isBlockFirst
          ? [() => block(dan, ana), () => ana.send(dan)]
          : [() => ana.send(dan), () => block(dan, ana)];
        const startedWork: Promise<{ status: number }>[] = [];
        for (const action of actions) {
          startedWork.push(action());
          const waits = startedWork.length;
          await waitForLocks(world.owner, waits);
        }
        return { first: startedWork[0], second: startedWork[1] };
      });
      expect([(await first)?.status, (await second)?.status]).toEqual(isBlockFirst ? [200, 403] : [200, 200]);
      expect((await ana.send(dan)).failure.code).toBe("PEER_UNAVAILABLE");
      await unblock(dan, ana);
      expect((await readCursor()) - before).toBe(isBlockFirst ? 0 : 1);
    }
  });
});

describe("the list of blocks", () => {
  test("[D5.01] names the blocked members, active or not, the latest first, page by page", async () => {
    const ana = await makeSignedIn(world);
    const names = Array.from({ length: PEOPLE_PAGE + 3 }, (_, index) => `Daddy ${index}`);
    for (const [index, name] of names.entries()) {
      const { id } = await makeMember(world.owner, { role: "daddy", name });
      await block(ana, { id });
      const goneFacts = index % 2 === 0 ? { deactivatedAt: new Date() } : { suspendedAt: new Date() };
      if (index % 3 === 0) await world.db.updateTable("profile").set(goneFacts).where("memberId", "=", id).execute();
    }
    const first = (await ana.browser.api.safety.blocks()).body;
    expect(first.members).toHaveLength(PEOPLE_PAGE);
    const second = (await ana.browser.api.safety.blocks({ query: { before: first.next ?? "" } })).body;
    expect(second.next).toBeNull();
    const all = [...first.members, ...second.members];
    expect(all.map(({ name }) => name)).toEqual(names.reverse());
    for (const member of all) expect(Object.keys(member).sort()).toEqual(["blockedAt", "id", "name"]);
  });

  test("[T18][T25] is the member's own, and shows a blocked member nothing", async () => {
    const { ana, dan } = await makePair();
    await block(ana, dan);
    expect((await ana.browser.api.safety.blocks()).body.members).toMatchObject([{ id: dan.id }]);
    expect(await listNames(dan)).toEqual([]);
    expect((await dan.browser.raw(`/api/blocks?memberId=${ana.id}`)).status).toBe(400);
  });
});
