import { PEOPLE_PAGE } from "@caramelo/contract/limits";
import { describe, expect, test, vi } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { countLockWaits } from "../../testing/lock-waits.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { lockStreams } from "../messaging/queries/streams.ts";

const world = await openWorld();

type Other = { id: string };
type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makePair = async () => ({ ana: await makeSignedIn(world), dan: await makeSignedIn(world, { role: "daddy" }) });
const block = ({ browser }: Pick<Person, "browser">, { id }: Other) => browser.api.safety.block({ params: { id } });
const unblock = ({ browser }: Pick<Person, "browser">, { id }: Other) => browser.api.safety.unblock({ params: { id } });
const listNames = async ({ browser }: Person) =>
  (await browser.api.safety.blocks()).body.members.map(({ name }) => name);

/** Who is kept from whom among these two, and who blocks whom. */
async function readPair(one: Other, other: Other) {
  const ids = [one.id, other.id];
  const hidden = await world.owner.selectFrom("hiddenPair").where("viewerId", "in", ids).selectAll().execute();
  const blocks = await world.owner.selectFrom("block").where("blockerId", "in", ids).selectAll().execute();
  return {
    hidden: hidden.map(({ viewerId }) => viewerId).sort(),
    blockers: blocks.map(({ blockerId }) => blockerId).sort(),
  };
}
const both = (one: Other, other: Other) => [one.id, other.id].sort();
const NOTHING = { hidden: [], blockers: [] };

describe("a block", () => {
  test("[D5.01] keeps both from each other until it is taken back; twice is once", async () => {
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

  test("[T23] of the other one's stays when one takes theirs back", async () => {
    const { ana, dan } = await makePair();
    await makeConversation(world.owner, dan.id, ana.id);
    await block(ana, dan);
    // They talked, so that whoever was blocked may still block.
    expect((await block(dan, ana)).status).toBe(200);
    expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: both(ana, dan) });
    await unblock(ana, dan);
    expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: [dan.id] });
    await unblock(dan, ana);
    expect(await readPair(ana, dan)).toEqual(NOTHING);
  });

  test("[T23] cannot be taken back by whom it keeps away", async () => {
    const { ana, dan } = await makePair();
    await block(ana, dan);
    expect((await unblock(dan, ana)).body).toEqual({});
    expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: [ana.id] });
  });

  test("[T23] of both at once, and both taken back at once, ends as it must, with no deadlock", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ana, dan } = await makePair();
      await makeConversation(world.owner, dan.id, ana.id);
      const done = await Promise.all([block(ana, dan), block(dan, ana)]);
      expect(done.map(({ status }) => status)).toEqual([200, 200]);
      expect(await readPair(ana, dan)).toEqual({ hidden: both(ana, dan), blockers: both(ana, dan) });
      const undone = await Promise.all([unblock(ana, dan), unblock(dan, ana)]);
      expect(undone.map(({ status }) => status)).toEqual([200, 200]);
      expect(await readPair(ana, dan)).toEqual(NOTHING);
    }
  });

  test("[T31][T30] of one's own side, of staff, of oneself, of whoever left and of nobody looks alike", async () => {
    const ana = await makeSignedIn(world);
    const others = [
      ana,
      await makeMember(world.owner),
      await makeMember(world.owner, { role: "admin" }),
      await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() }),
      { id: uuidv7(new Date()) },
    ];
    const answers = new Set<string>();
    for (const other of others) {
      const { status, failure } = await block(ana, other);
      const { requestId: _, ...body } = failure;
      answers.add(JSON.stringify([status, body]));
      expect((await unblock(ana, other)).body).toEqual({});
    }
    expect([...answers]).toEqual([expect.stringContaining('[404,{"code":"NOT_FOUND"')]);
    expect(await listNames(ana)).toEqual([]);
  });

  test("is nothing for staff", async () => {
    const [team, ana] = [await makeSignedIn(world, { role: "admin" }), await makeMember(world.owner)];
    expect((await block(team, ana)).failure.code).toBe("NOT_FOUND");
    expect((await unblock(team, ana)).status).toBe(200);
    expect((await team.browser.api.safety.blocks()).body).toEqual({ members: [], next: null });
  });

  test("is told to both without a name, with what their bells count; a repeated one to nobody", async () => {
    const { ana, dan } = await makePair();
    await ana.browser.api.favorites.add({ params: { id: dan.id } });
    const [hers, his] = [await openLiveSocket(ana.browser), await openLiveSocket(dan.browser)];
    await block(ana, dan);
    for (const live of [hers, his]) {
      expect(await live.hears("changed")).toEqual([{ event: "changed", what: "people" }]);
      expect(await live.hears("notifications")).toEqual([{ event: "notifications", unread: 0 }]);
    }
    await block(ana, dan);
    await unblock(ana, dan);
    await unblock(ana, dan);
    expect(await hers.hears("changed", 2)).toHaveLength(2);
    expect((await his.hears("notifications", 2)).map(({ unread }) => unread)).toEqual([0, 1]);
    await world.live.beat();
    await hers.hears("beat", 2);
    expect(hers.heard.filter(({ event }) => event === "changed")).toHaveLength(2);
    expect(JSON.stringify(his.heard)).not.toContain(ana.id);
  });

  test("has a count of its own: liking many does not keep anybody from blocking", async () => {
    const own = await openWorld({ LIMIT_FAVORITES: "2/3600" });
    const { id } = await makeMember(own.owner);
    const ana = { id, browser: await openBrowserOf(own, id) };
    const dan = await makeMember(own.owner, { role: "daddy" });
    for (let i = 0; i < 3; i += 1) await ana.browser.api.favorites.add({ params: { id: dan.id } });
    expect((await block(ana, dan)).status).toBe(200);
    expect((await unblock(ana, dan)).status).toBe(200);
    expect((await block(ana, dan)).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });
});

describe("a message under way", () => {
  test("[T23][D1.07] that comes before the block is stored, one that comes after is refused", async () => {
    const [ana, dan] = [await makeWriter(world), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.owner, dan.id, ana.id);
    const place = async () => (await ana.history(dan)).body.cursor;
    for (const isBlockFirst of [true, false]) {
      const before = await place();
      const { first, second } = await world.owner.transaction().execute(async (trx) => {
        // As long as this holds the streams, what is asked for queues behind it in the order it came.
        await lockStreams(trx, [ana.id, dan.id]);
        const acts = isBlockFirst
          ? [() => block(dan, ana), () => ana.send(dan)]
          : [() => ana.send(dan), () => block(dan, ana)];
        const started: Promise<{ status: number }>[] = [];
        for (const act of acts) {
          started.push(act());
          const waits = started.length;
          await vi.waitFor(async () => expect(await countLockWaits(world.owner)).toBe(waits), {
            timeout: 2_000,
            interval: 5,
          });
        }
        return { first: started[0], second: started[1] };
      });
      expect([(await first)?.status, (await second)?.status]).toEqual(isBlockFirst ? [200, 403] : [200, 200]);
      expect((await ana.send(dan)).failure.code).toBe("PEER_UNAVAILABLE");
      await unblock(dan, ana);
      expect((await place()) - before).toBe(isBlockFirst ? 0 : 1);
    }
  });
});

describe("the list", () => {
  test("[D5.01] names whom the member blocked, active or not, the latest first, page by page", async () => {
    const ana = await makeSignedIn(world);
    const names = Array.from({ length: PEOPLE_PAGE + 3 }, (_, at) => `Daddy ${at}`);
    for (const [at, name] of names.entries()) {
      const { id } = await makeMember(world.owner, { role: "daddy", name });
      await block(ana, { id });
      const gone = at % 2 === 0 ? { deactivatedAt: new Date() } : { suspendedAt: new Date() };
      if (at % 3 === 0) await world.db.updateTable("profile").set(gone).where("memberId", "=", id).execute();
    }
    const first = (await ana.browser.api.safety.blocks()).body;
    expect(first.members).toHaveLength(PEOPLE_PAGE);
    const second = (await ana.browser.api.safety.blocks({ query: { before: first.next ?? "" } })).body;
    expect(second.next).toBeNull();
    const all = [...first.members, ...second.members];
    expect(all.map(({ name }) => name)).toEqual(names.reverse());
    for (const member of all) expect(Object.keys(member).sort()).toEqual(["blockedAt", "id", "name"]);
  });

  test("[T18][T25] is the member's own: who was blocked has nothing there, whatever they send", async () => {
    const { ana, dan } = await makePair();
    await block(ana, dan);
    expect((await ana.browser.api.safety.blocks()).body.members).toMatchObject([{ id: dan.id }]);
    expect(await listNames(dan)).toEqual([]);
    expect((await dan.browser.raw(`/api/blocks?memberId=${ana.id}`)).status).toBe(400);
  });
});
