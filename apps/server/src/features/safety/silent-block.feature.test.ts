import { randomUUID } from "node:crypto";
import { listCalls } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { grant } from "../../testing/entitlements.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { sampleAbout } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { recordPublishedEvents } from "../../testing/published-events.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1", LIMIT_VIEWS: "999999/1", LIMIT_REPORTS: "999999/1" });

async function makePerson(role: "baby" | "daddy", name: string) {
  const person = await makeSignedIn(world, { role, name });
  await grant(world.db, person, { hasCourtesyPremium: true });
  const [fileName = ""] = await makePhotos(world.db, person.id, [0]);
  await world.context.storage.put(photoKey(fileName, "small"), new Uint8Array([1]));
  return { ...person, link: world.context.photoLinks.linkTo(fileName, "small", new Date()) };
}
type Person = Awaited<ReturnType<typeof makePerson>>;
type Actors = { ana: Person; bruno: Person; carla: Person };

const send = ({ browser }: Person, { id }: Person) =>
  browser.api.messaging.send({ params: { memberId: id }, body: { clientId: randomUUID(), text: "oi" } });
const favor = ({ browser }: Person, { id }: Person) => browser.api.favorites.add({ params: { id } });
const open = ({ browser }: Person, { id }: Person) => browser.api.profiles.read({ params: { id } });
const visit = ({ browser }: Person, { id }: Person) => browser.api.visits.add({ params: { id } });
const markAll = async ({ browser }: Person, { id }: Person) =>
  browser.api.messaging.markRead({ params: { memberId: id }, body: { upTo: 999_999 } });

const react = ({ browser }: Person, { id }: Person) =>
  browser.api.messaging.react({ params: { memberId: id, seq: 1 }, body: { reaction: "love" } });

/**
 * Ana and Carla each favoured and visited Bruno, and he them; with `haveWritten`, they also wrote. Only Carla stays.
 */
async function makeActors(haveWritten = true): Promise<Actors> {
  const bruno = await makePerson("daddy", "Bruno");
  const [ana, carla] = [await makePerson("baby", "Ana"), await makePerson("baby", "Carla")];
  for (const writer of [ana, carla]) {
    for (const [from, to] of [
      [writer, bruno],
      [bruno, writer],
    ] as const)
      for (const act of [favor, open, visit, ...(haveWritten ? [send, send] : [])])
        expect((await act(from, to)).status).toBe(200);
    await writer.browser.api.presence.ping();
  }
  // After this time everybody sees that Carla is online.
  world.pass(30_000);
  return { ana, bruno, carla };
}

/** The two ways in which Ana disappears: a block, and leaving. Bruno must not be able to tell which it was. */
const LEAVE = {
  block: ({ ana, bruno }: Actors) => ana.browser.api.safety.block({ params: { id: bruno.id } }),
  deactivate: ({ ana }: Actors) => ana.browser.api.accounts.deactivate(),
};
type Leaving = keyof typeof LEAVE;

const rename = ({ ana: { browser } }: Actors, name: string) =>
  browser.api.profiles.change({ body: { name, age: 31, cityId: 3_550_308, ...sampleAbout } });

/** What Ana does afterwards. If she has left, the server refuses her calls. */
const ANAS = {
  renames: (actors: Actors) => rename(actors, "Beatriz"),
  "buys a badge": async ({ ana }: Actors) =>
    world.db.updateTable("profile").set({ isVerified: true }).where("memberId", "=", ana.id).execute(),
  "adds a photo": ({ ana }: Actors) => makePhotos(world.db, ana.id, [1]).catch(() => []),
  writes: ({ ana, bruno }: Actors) => send(ana, bruno),
  favours: ({ ana, bruno }: Actors) => favor(ana, bruno),
  "takes her favourite back": ({ ana, bruno }: Actors) =>
    ana.browser.api.favorites.remove({ params: { id: bruno.id } }),
  "is present": ({ ana }: Actors) => ana.browser.api.presence.ping(),
  "opens his profile": ({ ana, bruno }: Actors) => open(ana, bruno),
  "visits him": ({ ana, bruno }: Actors) => visit(ana, bruno),
  reads: ({ ana, bruno }: Actors) => markAll(ana, bruno),
  reacts: ({ ana, bruno }: Actors) => react(ana, bruno),
  "empties the conversation": ({ ana, bruno }: Actors) =>
    ana.browser.api.messaging.clear({ params: { memberId: bruno.id }, body: { upTo: 999_999 } }),
  reports: ({ ana, bruno }: Actors) =>
    ana.browser.api.moderation.report({ body: { memberId: bruno.id, reason: "harassment" } }),
};

/** Every answer in which Bruno could meet Ana. */
const READS: Record<string, (actors: Actors) => Promise<unknown>> = {
  "messaging.conversations": ({ bruno: { browser } }) => browser.api.messaging.conversations(),
  "messaging.changes": ({ bruno: { browser } }) => browser.api.messaging.changes({ query: { after: 0 } }),
  "messaging.chat": ({ ana, bruno: { browser } }) => browser.api.messaging.chat({ params: { memberId: ana.id } }),
  "messaging.history": ({ ana, bruno: { browser } }) => browser.api.messaging.history({ params: { memberId: ana.id } }),
  "profiles.read": ({ ana, bruno }) => open(bruno, ana),
  "favorites.list": ({ bruno: { browser } }) => browser.api.favorites.list(),
  "a search among the favourites": ({ bruno: { browser } }) => browser.api.favorites.list({ query: { q: "a" } }),
  "favorites.admirers": ({ bruno: { browser } }) => browser.api.favorites.admirers(),
  "visits.list": ({ bruno: { browser } }) => browser.api.visits.list(),
  "notifications.list": ({ bruno: { browser } }) => browser.api.notifications.list(),
  "presence.list": ({ ana, carla, bruno: { browser } }) =>
    browser.api.presence.list({ query: { ids: [ana.id, carla.id] } }),
  "photos.read": async ({ ana, bruno: { browser } }) => ({ status: (await browser.raw(ana.link)).status }),
  "safety.blocks": ({ bruno: { browser } }) => browser.api.safety.blocks(),
  "accounts.session": ({ bruno: { browser } }) => browser.api.accounts.session(),
  "discovery.list": async ({ ana, bruno: { browser } }) => {
    // The members of other tests are in the search too.
    const { profiles } = (await browser.api.discovery.list({ query: { seed: 1 } })).body;
    return profiles.some(({ id }) => id === ana.id);
  },
};

/** What Bruno may do. */
const BRUNOS: Record<string, (actors: Actors) => Promise<unknown>> = {
  ...READS,
  "messaging.send": ({ ana, bruno }) => send(bruno, ana),
  "favorites.add": ({ ana, bruno }) => favor(bruno, ana),
  "favorites.remove": ({ ana, bruno: { browser } }) => browser.api.favorites.remove({ params: { id: ana.id } }),
  "messaging.react": ({ ana, bruno }) => react(bruno, ana),
  "messaging.markRead": ({ ana, bruno }) => markAll(bruno, ana),
  "messaging.clear": ({ ana, bruno: { browser } }) =>
    browser.api.messaging.clear({ params: { memberId: ana.id }, body: { upTo: 2 } }),
  "visits.add": ({ ana, bruno }) => visit(bruno, ana),
  "moderation.report": ({ ana, bruno: { browser } }) =>
    browser.api.moderation.report({ body: { memberId: ana.id, reason: "fake_profile" } }),
  "safety.block": ({ ana, bruno: { browser } }) => browser.api.safety.block({ params: { id: ana.id } }),
  "safety.unblock": ({ ana, bruno: { browser } }) => browser.api.safety.unblock({ params: { id: ana.id } }),
  "notifications.dismissAll": ({ bruno: { browser } }) => browser.api.notifications.dismissAll(),
  "writes to Carla": ({ bruno, carla }) => send(bruno, carla),
  "hears from Carla": ({ bruno, carla }) => send(carla, bruno),
};

/** An answer without what differs between any two runs: ids, times, signatures and the address of photos. */
function withoutChance(value: unknown, { ana, bruno, carla }: Actors): unknown {
  const text = JSON.stringify(value ?? null, (key, part) =>
    key === "headers" || key === "requestId" ? undefined : part,
  )
    .replaceAll(ana.id, "Ana's id")
    .replaceAll(bruno.id, "Bruno's id")
    .replaceAll(carla.id, "Carla's id")
    .replace(/"\/api\/photos\/[^"]+"/g, '"a photo"')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+Z"/g, '"a time"')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "an id")
    .replace(/[\w.]+@exemplo\.invalid/g, "an address");
  return JSON.parse(text);
}

type Step = { who: "Ana"; does: keyof typeof ANAS } | { who: "Bruno"; does: string };

/** All that Bruno's browsers receive, from the moment at which Ana goes: live events and answers, in order. */
async function traceOf(leavingWay: Leaving, steps: Step[], haveWritten = true): Promise<unknown[]> {
  const actors = await makeActors(haveWritten);
  const { publishedTo } = recordPublishedEvents(world);
  let heardCount = 0;
  const trace: unknown[] = [];
  const note = (what: string, value: unknown) => trace.push([what, withoutChance(value, actors)]);
  const listen = (after: string) => {
    const events = publishedTo(actors.bruno);
    for (const event of events.slice(heardCount)) note(`live, after ${after}`, event);
    heardCount = events.length;
  };
  expect((await LEAVE[leavingWay](actors)).status).toBe(200);
  listen("she went");
  for (const { who, does } of steps) {
    if (who === "Ana") await ANAS[does](actors);
    else note(does, await BRUNOS[does]?.(actors));
    listen(`${who} ${does}`);
  }
  for (const [what, readField] of Object.entries(READS)) note(`at the end ${what}`, await readField(actors));
  return trace;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...(Object.keys(ANAS) as (keyof typeof ANAS)[])).map((does) => ({ who: "Ana" as const, does })),
  fc.constantFrom(...Object.keys(BRUNOS)).map((does) => ({ who: "Bruno" as const, does })),
);

describe("to the blocked member a block", () => {
  test("[T71] looks like the other one's departure, whatever both do afterwards", async () => {
    const everything: Step[] = [
      ...Object.keys(ANAS).map((does) => ({ who: "Ana" as const, does: does as keyof typeof ANAS })),
      ...Object.keys(BRUNOS).map((does) => ({ who: "Bruno" as const, does })),
    ];
    expect(await traceOf("block", everything)).toEqual(await traceOf("deactivate", everything));
  }, 60_000);

  test("[T71] looks like the other one's departure in any order of what follows", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, haveWritten) => {
        const traces = [await traceOf("block", steps, haveWritten), await traceOf("deactivate", steps, haveWritten)];
        expect(traces[0]).toEqual(traces[1]);
      }),
      runs(30),
    );
  });

  test("[T71] is compared in every call in which a member names another", () => {
    const naming = listCalls().flatMap(([name, { access, names }]) =>
      access !== "admin" && names !== "nothing" && names.thing === "member" ? [name] : [],
    );
    expect(Object.keys(BRUNOS)).toEqual(expect.arrayContaining(naming));
  });

  test("[T71] publishes nothing, and neither does its removal", async () => {
    const actors = await makeActors();
    const { publishedTo } = recordPublishedEvents(world);
    await LEAVE.block(actors);
    await actors.ana.browser.api.safety.unblock({ params: { id: actors.bruno.id } });
    expect(publishedTo(actors.bruno)).toEqual([]);
    expect(publishedTo(actors.ana).map(({ type }) => type)).toEqual(
      expect.arrayContaining(["changed", "notifications"]),
    );
  });

  test("[T71] shows neither the former name nor a new one, and keeps the messages", async () => {
    const { ana, bruno, carla } = await makeActors();
    await LEAVE.block({ ana, bruno, carla });
    await rename({ ana, bruno, carla }, "Beatriz");
    const chat = await bruno.browser.api.messaging.chat({ params: { memberId: ana.id } });
    expect(chat.body).toMatchObject({
      peer: { name: "Usuário indisponível", photoUrl: null, presence: "offline", isAvailable: false, isPremium: false },
      writing: "unavailable",
    });
    const { body } = await bruno.browser.api.messaging.history({ params: { memberId: ana.id } });
    expect(body.messages).toHaveLength(4);
  });

  test("[T71] that he answers with his own block shows him the name that he knew", async () => {
    const [first, second] = [await makeActors(), await makeActors()];
    const blockBack = ({ ana, bruno }: Actors) => bruno.browser.api.safety.block({ params: { id: ana.id } });
    const namesOf = async ({ bruno }: Actors) =>
      (await bruno.browser.api.safety.blocks()).body.members.map(({ name }) => name);
    await blockBack(first);
    await LEAVE.block(first);
    await LEAVE.block(second);
    await blockBack(second);
    for (const actors of [first, second]) await rename(actors, "Beatriz");
    expect([await namesOf(first), await namesOf(second)]).toEqual([["Ana"], ["Usuário indisponível"]]);
  });
});

test("[TB.07] a pair's typing ends with the block, though the connections stay", async () => {
  const { ana, bruno, carla } = await makeActors();
  const live = await openLiveSocket(bruno.browser);
  const hers = await openLiveSocket(ana.browser);
  hers.send("typing", { withId: bruno.id, isTyping: true });
  await live.waitFor("typing");
  await LEAVE.block({ ana, bruno, carla });
  hers.send("typing", { withId: bruno.id, isTyping: false });
  const carlas = await openLiveSocket(carla.browser);
  carlas.send("typing", { withId: bruno.id, isTyping: true });
  const heardEvents = await live.waitFor("typing", 2);
  expect(heardEvents.map(({ withId }) => withId)).toEqual([ana.id, carla.id]);
  for (const liveSocket of [live, hers, carlas]) liveSocket.socket.close();
});
