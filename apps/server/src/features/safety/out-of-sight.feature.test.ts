import { describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { grant } from "../../testing/entitlements.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { recordPublishedEvents } from "../../testing/published-events.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

/** A premium member with a photo, and its link from before any block. */
async function makePerson(role: "baby" | "daddy") {
  const person = await makeSignedIn(world, { role, name: role === "baby" ? "Ana" : "Dan" });
  await grant(world.db, person, { hasCourtesyPremium: true });
  const [fileName = ""] = await makePhotos(world.db, person.id, [0]);
  await world.context.storage.put(photoKey(fileName, "small"), new Uint8Array([1]));
  return { ...person, link: world.context.photoLinks.linkTo(fileName, "small", new Date()) };
}
type Person = Awaited<ReturnType<typeof makePerson>>;

/** Two members who favoured, visited and wrote to each other. */
async function makePair() {
  const [ana, dan] = [await makePerson("baby"), await makePerson("daddy")];
  const now = new Date();
  for (const [blocker, blockedMember] of [
    [ana, dan],
    [dan, ana],
  ] as const) {
    expect((await blocker.browser.api.favorites.add({ params: { id: blockedMember.id } })).status).toBe(200);
    expect(await mayWrite(blocker, blockedMember)).toBe(true);
    await world.owner
      .insertInto("visit")
      .values({ visitedId: blocker.id, visitorId: blockedMember.id, visitedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { ana, dan };
}

const block = ({ browser }: Person, { id }: Person) => browser.api.safety.block({ params: { id } });
const unblock = ({ browser }: Person, { id }: Person) => browser.api.safety.unblock({ params: { id } });
const isAmong = (people: { id: string }[] | null, { id }: Person) => (people ?? []).some((person) => person.id === id);

async function mayWrite({ browser }: Person, { id }: Person): Promise<boolean> {
  const body = { clientId: uuidv7(new Date()), text: "oi" };
  const { status, failure } = await browser.api.messaging.send({ params: { memberId: id }, body });
  if (status !== 200) expect(failure.code).toBe("PEER_UNAVAILABLE");
  return status === 200;
}

/** Every surface where one member could see another, and whether they do. */
const SURFACES: Record<string, (viewer: Person, otherMember: Person) => Promise<boolean>> = {
  "the search": async ({ browser: { api } }, member) =>
    isAmong((await api.discovery.list({ query: { seed: 1 } })).body.profiles, member),
  "the profile": async ({ browser: { api } }, { id }) => {
    const { status, failure } = await api.profiles.read({ params: { id } });
    if (status !== 200) expect(failure.code).toBe("NOT_FOUND");
    return status === 200;
  },
  "a photo, at a link from before": async ({ browser }, { link }) => (await browser.raw(link)).status === 200,
  "the favourites": async ({ browser: { api } }, member) => isAmong((await api.favorites.list()).body.profiles, member),
  "a search among the favourites": async ({ browser: { api } }, member) =>
    isAmong((await api.favorites.list({ query: { q: "an" } })).body.profiles, member),
  "a new favourite": async ({ browser: { api } }, { id }) =>
    (await api.favorites.add({ params: { id } })).status === 200,
  "the admirers": async ({ browser: { api } }, member) =>
    isAmong((await api.favorites.admirers()).body.profiles, member),
  "the number of admirers": async ({ browser: { api } }) => (await api.favorites.admirers()).body.total > 0,
  "the visits": async ({ browser: { api } }, member) =>
    isAmong(
      ((await api.visits.list()).body.visitors ?? []).map(({ profile }) => profile),
      member,
    ),
  "the number of visits": async ({ browser: { api } }) => (await api.visits.list()).body.total > 0,
  "the bell": async ({ browser: { api } }, member) =>
    isAmong(
      (await api.notifications.list()).body.notifications.map(({ actor }) => actor),
      member,
    ),
  "the bell's number": async ({ browser: { api } }) => (await api.notifications.list()).body.unread > 0,
  "the conversations": async ({ browser: { api } }, member) =>
    isAmong(
      (await api.messaging.conversations()).body.conversations.map(({ peer }) => peer),
      member,
    ),
  "the number of unread messages": async ({ browser: { api } }) =>
    (await api.messaging.changes({ query: { after: 0 } })).body.unreadTotal > 0,
  "the head of the conversation": async ({ browser: { api } }, { id }) => {
    const { peer, writing } = (await api.messaging.chat({ params: { memberId: id } })).body;
    if (writing !== "open") expect([peer.photoUrl, peer.presence, writing]).toEqual([null, "offline", "unavailable"]);
    return writing === "open";
  },
  "a message": mayWrite,
  "the presence": async ({ browser: { api } }, member) =>
    isAmong((await api.presence.list({ query: { ids: [member.id] } })).body.presences, member),
};

/** Whether the two see each other on each surface, in both directions. */
async function readSurfaces(member: Person, otherMember: Person): Promise<Record<string, [boolean, boolean]>> {
  const surfaces: Record<string, [boolean, boolean]> = {};
  for (const [surface, isMet] of Object.entries(SURFACES))
    surfaces[surface] = [await isMet(member, otherMember), await isMet(otherMember, member)];
  return surfaces;
}
const everywhere = (isMet: boolean) =>
  Object.fromEntries(Object.keys(SURFACES).map((surface) => [surface, [isMet, isMet]]));

describe("two members of whom one blocked the other", () => {
  test.each(["ana", "dan"] as const)(
    "[T23][D5.01] see each other nowhere after a block by %s, until it is removed",
    async (blocker) => {
      const { ana, dan } = await makePair();
      const [blockingMember, blockedMember] = blocker === "ana" ? [ana, dan] : [dan, ana];
      expect(await readSurfaces(ana, dan)).toEqual(everywhere(true));
      expect((await block(blockingMember, blockedMember)).status).toBe(200);
      expect(await readSurfaces(ana, dan)).toEqual(everywhere(false));
      expect((await unblock(blockingMember, blockedMember)).status).toBe(200);
      expect(await readSurfaces(ana, dan)).toEqual(everywhere(true));
    },
  );

  test("[T23] see each other nowhere as long as one of two blocks exists", async () => {
    const { ana, dan } = await makePair();
    await block(ana, dan);
    await block(dan, ana);
    await unblock(ana, dan);
    expect(await readSurfaces(ana, dan)).toEqual(everywhere(false));
    await unblock(dan, ana);
    expect(await readSurfaces(ana, dan)).toEqual(everywhere(true));
  });

  test("[T23] keep their messages, each for themselves", async () => {
    const { ana, dan } = await makePair();
    await block(ana, dan);
    for (const [{ browser }, { id }] of [
      [ana, dan],
      [dan, ana],
    ] as const) {
      const params = { memberId: id };
      const { messages, cursor } = (await browser.api.messaging.history({ params })).body;
      expect(messages).toHaveLength(2);
      expect((await browser.api.messaging.markRead({ params, body: { upTo: cursor } })).status).toBe(200);
    }
    const { body } = await ana.browser.api.messaging.history({ params: { memberId: dan.id } });
    expect(body.messages.map(({ readAt }) => readAt)).toEqual([null, null]);
    const cleared = await ana.browser.api.messaging.clear({
      params: { memberId: dan.id },
      body: { upTo: body.cursor },
    });
    expect(cleared.status).toBe(200);
    expect((await dan.browser.api.messaging.history({ params: { memberId: ana.id } })).body.messages).toHaveLength(2);
  });

  test("[T23] receive no live event of each other, whatever one of them does", async () => {
    const { ana, dan } = await makePair();
    const { ana: eve } = await makePair();
    // Dan has a conversation with Eve, so an event that she receives shows that his earlier events were processed.
    expect((await dan.browser.api.messaging.send({ params: { memberId: eve.id }, body: newMessage() })).status).toBe(
      200,
    );
    const [live, witness] = [await openLiveSocket(dan.browser), await openLiveSocket(eve.browser)];
    await block(ana, dan);
    const { publishedTo } = recordPublishedEvents(world);
    const { api } = dan.browser;
    const params = { memberId: ana.id };
    live.send("typing", { withId: ana.id, isTyping: true });
    await api.presence.ping();
    await mayWrite(dan, ana);
    await api.visits.add({ params: { id: ana.id } });
    await api.favorites.remove({ params: { id: ana.id } });
    await api.favorites.add({ params: { id: ana.id } });
    const { cursor } = (await api.messaging.history({ params })).body;
    await api.messaging.markRead({ params, body: { upTo: cursor } });
    await api.messaging.clear({ params, body: { upTo: cursor } });
    await api.moderation.report({ body: { memberId: ana.id, reason: "harassment" } });
    live.send("typing", { withId: eve.id, isTyping: true });
    await witness.waitFor("typing");
    expect(publishedTo(ana)).toEqual([]);
  });
});

const newMessage = () => ({ clientId: uuidv7(new Date()), text: "oi" });
