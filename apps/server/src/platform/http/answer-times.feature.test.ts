import { hash } from "node:crypto";
import { listCalls } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import { addFavorite } from "../../base/pairs/favorite-queries.ts";
import { addVisit } from "../../features/visits/queries.ts";
import { makePremium } from "../../testing/entitlements.ts";
import { type FoundTime, findTimes, type Span } from "../../testing/hidden-times.ts";
import { makeBlankPng } from "../../testing/image-bytes.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makeMember, PASSWORD, signUpForm } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const HOUR_MS = 3_600_000;

/** Instants that the product shows on purpose: of messages and their reading, of notifications. */
const SHOWN = /\.(sentAt|readAt|at)$/;

/** An id next to the instant of its message may hold that same instant. */
function isBesideItself({ path, time, parent }: FoundTime): boolean {
  const { sentAt } = Object(parent) as { sentAt?: string }; // `Object()` turns any value into an object
  return path.endsWith(".id") && sentAt !== undefined && Date.parse(sentAt) === time;
}

// Calls whose answers are about the caller alone, or about no member.
const OWN = [
  "accounts.",
  "billing.",
  "exports.",
  "personalData.",
  "memberSettings.",
  "cities.",
  "profiles.mine",
  "notifications.pushKey",
  "photos.read",
];

const readings = listCalls().flatMap(([name, one]) =>
  one.method === "GET" && one.access === "member" && !OWN.some((own) => name.startsWith(own)) ? [{ name, one }] : [],
);

/** A member who signs up by the product's own call, with two photos. */
async function signUp() {
  const browser = world.browser();
  const photos = [1, 2].map((at) => new Blob([new Uint8Array(makeBlankPng({ width: 400 + at, height: 400 }))]));
  const { email, ...body } = signUpForm();
  const { status } = await browser.api.accounts.signUp({ body: { ...body, email }, photos });
  expect(status).toBe(200);
  const signedIn = await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
  return { id: signedIn.body.user.id, browser };
}

/** Adds members who visited the member some time ago, and are a match. Enough of them give lists a second page. */
async function addAdmirers(memberId: string, count: number): Promise<Span[]> {
  const spans: Span[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await makeMember(world.owner);
    await makePhotos(world.owner, id, [0]);
    const when = new Date(Date.now() - (at + 1) * HOUR_MS - at);
    await addFavorite(world.owner, id, memberId, when);
    await addFavorite(world.owner, memberId, id, when);
    await addVisit(world.owner, { visitedId: memberId, visitorId: id, at: when }, when);
    spans.push({ from: when.getTime(), to: when.getTime() });
  }
  return spans;
}

describe("[T69] what a member is answered about another", () => {
  test("holds no time finer than a day in any id, link or cursor, but for the instants that are shown", async () => {
    const dan = await makeSignedIn(world, { role: "daddy" });
    await makePremium(world.owner, dan);
    const earlier = await addAdmirers(dan.id, 30);
    const live = await openLiveSocket(dan.browser);

    const from = Date.now();
    const ana = await signUp();
    const { api } = ana.browser;
    const params = { id: dan.id };
    await api.visits.add({ params });
    await api.favorites.add({ params });
    const answers: Record<string, unknown> = {};
    answers["favorites.add"] = (await dan.browser.api.favorites.add({ params: { id: ana.id } })).body;
    const toAna = { memberId: ana.id };
    const oi = () => ({ clientId: crypto.randomUUID(), text: "oi" });
    answers["messaging.send"] = (await dan.browser.api.messaging.send({ params: toAna, body: oi() })).body;
    await api.messaging.send({ params: { memberId: dan.id }, body: oi() });
    await live.waitFor("change", 2);
    answers["messaging.markRead"] = (
      await dan.browser.api.messaging.markRead({ params: toAna, body: { upTo: 2 } })
    ).body;
    const { photos } = (await dan.browser.api.profiles.read({ params: { id: ana.id } })).body;
    const photo = await dan.browser.raw(photos[0]?.small ?? "");

    for (const { name, one } of readings) {
      const path = one.path.replace(/:\w+/, ana.id);
      const query = { "discovery.list": "?seed=0", "presence.list": `?ids=${ana.id}`, "messaging.changes": "?after=0" };
      const reply = await dan.browser.raw(`/api${path}${Reflect.get(query, name) ?? ""}`);
      expect([name, reply.status]).toEqual([name, 200]);
      answers[name] = await reply.json();
    }
    answers.live = live.received;
    const spans = [...earlier, { from, to: Date.now() }];

    // The lists of people have a second page, so their cursors are among the tested values.
    for (const list of ["discovery.list", "favorites.list", "favorites.admirers", "visits.list"])
      expect(answers[list], list).toMatchObject({ next: expect.any(String) });
    expect(JSON.stringify(answers)).toContain(ana.id);
    const foundTimes = findTimes(answers, spans).filter((time) => !SHOWN.test(time.path) && !isBesideItself(time));
    expect(foundTimes.map(({ path, text, time }) => `${path}: ${text} is ${new Date(time).toISOString()}`)).toEqual([]);

    expect(photo.status).toBe(200);
    expect(
      findTimes(
        [...photo.headers].filter(([name]) => name !== "x-request-id"),
        spans,
      ),
    ).toEqual([]);
    expect(photo.headers.get("last-modified")).toBeNull();
    // The tag is a hash of what the link shows, so guessing cannot find out anything else from it.
    const shownPath = /^\/api\/photos\/(.*)\?/.exec(photos[0]?.small ?? "")?.[1] ?? "";
    expect(photo.headers.get("etag")).toBe(`"${hash("sha256", shownPath, "base64url").slice(0, 22)}"`);
  });

  test.each([
    [
      "a UUID of version 7",
      (ms: number) =>
        `${ms
          .toString(16)
          .padStart(12, "0")
          .replace(/^(.{8})/, "$1-")}-7abc-8abc-0123456789ab`,
    ],
    ["the name of a file", (ms: number) => `/api/photos/x/${ms}-abc/320`],
    ["seconds", (ms: number) => Math.floor(ms / 1000)],
    ["an instant", (ms: number) => new Date(ms).toISOString()],
    [
      "bytes of a cursor",
      (ms: number) => Buffer.from(`0102${ms.toString(16).padStart(12, "0")}aabb`, "hex").toString("base64url"),
    ],
  ])("would not pass with a time as %s", (_, write) => {
    const now = Math.floor(Date.now() / 1000) * 1000;
    expect(findTimes({ list: [{ id: write(now) }] }, [{ from: now, to: now }])).not.toEqual([]);
  });
});
