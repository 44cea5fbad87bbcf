import { describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { photoKey } from "../../platform/photo-name-rules.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { grant } from "../../testing/messages.ts";
import { listenToNews } from "../../testing/news.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

/** A premium member with a photo, and its link of before any block. */
async function makePerson(role: "baby" | "daddy") {
  const person = await makeSignedIn(world, { role, name: role === "baby" ? "Ana" : "Dan" });
  await grant(world.db, person, { hasCourtesyPremium: true });
  const [fileName = ""] = await makePhotos(world.db, person.id, [0]);
  await world.context.storage.put(photoKey(fileName, 320), new Uint8Array([1]));
  return { ...person, link: world.context.photoLinks.linkTo(fileName, 320, new Date()) };
}
type Person = Awaited<ReturnType<typeof makePerson>>;

/** Two who favoured, visited and wrote to each other. */
async function makePair() {
  const [ana, dan] = [await makePerson("baby"), await makePerson("daddy")];
  const now = new Date();
  for (const [one, other] of [
    [ana, dan],
    [dan, ana],
  ] as const) {
    expect((await one.browser.api.favorites.add({ params: { id: other.id } })).status).toBe(200);
    expect(await mayWrite(one, other)).toBe(true);
    await world.owner
      .insertInto("visit")
      .values({ visitedId: one.id, visitorId: other.id, visitedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { ana, dan };
}

const block = ({ browser }: Person, { id }: Person) => browser.api.safety.block({ params: { id } });
const unblock = ({ browser }: Person, { id }: Person) => browser.api.safety.unblock({ params: { id } });
const isAmong = (people: { id: string }[] | null, { id }: Person) => (people ?? []).some((one) => one.id === id);

async function mayWrite({ browser }: Person, { id }: Person): Promise<boolean> {
  const body = { clientId: uuidv7(new Date()), text: "oi" };
  const { status, failure } = await browser.api.messaging.send({ params: { memberId: id }, body });
  if (status !== 200) expect(failure.code).toBe("PEER_UNAVAILABLE");
  return status === 200;
}

/** Everywhere that one member could meet another, and whether they do. */
const PLACES: Record<string, (viewer: Person, other: Person) => Promise<boolean>> = {
  "the search": async ({ browser: { api } }, other) =>
    isAmong((await api.discovery.list({ query: { seed: 1 } })).body.profiles, other),
  "the profile": async ({ browser: { api } }, { id }) => {
    const { status, failure } = await api.profiles.read({ params: { id } });
    if (status !== 200) expect(failure.code).toBe("NOT_FOUND");
    return status === 200;
  },
  "a photo, at a link of before": async ({ browser }, { link }) => (await browser.raw(link)).status === 200,
  "the favourites": async ({ browser: { api } }, other) => isAmong((await api.favorites.list()).body.profiles, other),
  "a search among the favourites": async ({ browser: { api } }, other) =>
    isAmong((await api.favorites.list({ query: { q: "an" } })).body.profiles, other),
  "a new favourite": async ({ browser: { api } }, { id }) =>
    (await api.favorites.add({ params: { id } })).status === 200,
  "the fans": async ({ browser: { api } }, other) => isAmong((await api.favorites.fans()).body.profiles, other),
  "the number of fans": async ({ browser: { api } }) => (await api.favorites.fans()).body.total > 0,
  "the visits": async ({ browser: { api } }, other) =>
    isAmong(
      ((await api.visits.list()).body.visitors ?? []).map(({ profile }) => profile),
      other,
    ),
  "the number of visits": async ({ browser: { api } }) => (await api.visits.list()).body.total > 0,
  "the bell": async ({ browser: { api } }, other) =>
    isAmong(
      (await api.notifications.list()).body.notifications.map(({ actor }) => actor),
      other,
    ),
  "the bell's number": async ({ browser: { api } }) => (await api.notifications.list()).body.unread > 0,
  "the conversations": async ({ browser: { api } }, other) =>
    isAmong(
      (await api.messaging.conversations()).body.conversations.map(({ peer }) => peer),
      other,
    ),
  "the number of unread messages": async ({ browser: { api } }) =>
    (await api.messaging.changes({ query: { after: 0 } })).body.unreadTotal > 0,
  "the head of the conversation": async ({ browser: { api } }, { id }) => {
    const { peer, writing } = (await api.messaging.room({ params: { memberId: id } })).body;
    if (writing !== "open") expect([peer.photoUrl, peer.presence, writing]).toEqual([null, "offline", "unavailable"]);
    return writing === "open";
  },
  "a message": mayWrite,
  "the presence": async ({ browser: { api } }, other) =>
    isAmong((await api.presence.list({ query: { ids: [other.id] } })).body.presences, other),
};

/** Where two meet, each seen from both sides. */
async function findMeetings(one: Person, other: Person): Promise<Record<string, [boolean, boolean]>> {
  const found: Record<string, [boolean, boolean]> = {};
  for (const [place, isMet] of Object.entries(PLACES))
    found[place] = [await isMet(one, other), await isMet(other, one)];
  return found;
}
const everywhere = (isMet: boolean) => Object.fromEntries(Object.keys(PLACES).map((place) => [place, [isMet, isMet]]));

describe("two of whom one blocked the other", () => {
  test.each(["ana", "dan"] as const)("[T23][D5.01] by %s meet nowhere, until it is taken back", async (blocker) => {
    const { ana, dan } = await makePair();
    const [one, other] = blocker === "ana" ? [ana, dan] : [dan, ana];
    expect(await findMeetings(ana, dan)).toEqual(everywhere(true));
    expect((await block(one, other)).status).toBe(200);
    expect(await findMeetings(ana, dan)).toEqual(everywhere(false));
    expect((await unblock(one, other)).status).toBe(200);
    expect(await findMeetings(ana, dan)).toEqual(everywhere(true));
  });

  test("[T23] each, meet nowhere as long as one block stands", async () => {
    const { ana, dan } = await makePair();
    await block(ana, dan);
    await block(dan, ana);
    await unblock(ana, dan);
    expect(await findMeetings(ana, dan)).toEqual(everywhere(false));
    await unblock(dan, ana);
    expect(await findMeetings(ana, dan)).toEqual(everywhere(true));
  });

  test("[T23] keep what was written, each for themselves", async () => {
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

  test("[T23] hear nothing of each other live, whatever one does", async () => {
    const { ana, dan } = await makePair();
    const { ana: eve } = await makePair();
    // Somebody else whom Dan may write to, so that what he sent before is known to be through.
    expect((await dan.browser.api.messaging.send({ params: { memberId: eve.id }, body: newMessage() })).status).toBe(
      200,
    );
    const [live, sure] = [await openLiveSocket(dan.browser), await openLiveSocket(eve.browser)];
    await block(ana, dan);
    const { toldTo } = listenToNews(world);
    const { api } = dan.browser;
    const params = { memberId: ana.id };
    live.send("typing", { withId: ana.id, isTyping: true });
    await api.presence.pulse();
    await mayWrite(dan, ana);
    await api.profiles.read({ params: { id: ana.id } });
    await api.favorites.remove({ params: { id: ana.id } });
    await api.favorites.add({ params: { id: ana.id } });
    const { cursor } = (await api.messaging.history({ params })).body;
    await api.messaging.markRead({ params, body: { upTo: cursor } });
    await api.messaging.clear({ params, body: { upTo: cursor } });
    await api.safety.report({ body: { memberId: ana.id, reason: "Assédio" } });
    live.send("typing", { withId: eve.id, isTyping: true });
    await sure.hears("typing");
    expect(toldTo(ana)).toEqual([]);
  });
});

const newMessage = () => ({ clientId: uuidv7(new Date()), text: "oi" });
