import { beforeEach, describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { runJobs } from "../../testing/jobs.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeReceiver, openPushService } from "../../testing/push-service.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { inviteAvailable } from "../notifications/invitation-jobs.ts";
import { addRun, lockRuns } from "./availability-queries.ts";
import { runScheduledAvailability } from "./jobs.ts";
import { addPings } from "./queries.ts";
import { runAvailability } from "./run-availability.ts";

const service = await openPushService();
const world = await openWorld({ PUSH_SERVICES: service.origin });
let admin = await makeSignedIn(world, { role: "admin" });
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const INVITATION = { title: "Novidade", body: "É horário de pico: quer entrar?", url: "/busca", tag: "peak" };

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const now = () => world.context.clock.now();

/** A member who offers to appear as available and was here some time ago. */
async function makeOffering(overrides: Parameters<typeof makeSignedIn>[1] = {}, activeAgo = 60 * MINUTE) {
  const person = await makeSignedIn(world, overrides);
  await offer(person.id);
  const at = new Date(now().getTime() - activeAgo);
  await addPings(world.db, [{ memberId: person.id, at }], at);
  return person;
}
const offer = (memberId: string) =>
  world.owner.insertInto("memberSetting").values({ memberId, offersAvailability: true, updatedAt: now() }).execute();
const makeMany = (count: number) => Promise.all(Array.from({ length: count }, () => makeOffering()));

/** Withdraws the offers of earlier tests, so that each test knows who is eligible. */
const forgetOffers = () => world.owner.updateTable("memberSetting").set({ offersAvailability: false }).execute();
const trigger = async () => {
  const { status, body } = await admin.browser.api.presence.startAvailability();
  expect(status).toBe(200);
  return body.details.stats;
};
/** Does a scheduled run now; returns how many members it makes available for half an hour. */
const runBySchedule = async () => {
  await runScheduledAvailability(world.context, now());
  return (await admin.browser.api.presence.lastAvailability()).body.run?.longCount ?? 0;
};
/** The members who are available now, with the minutes that are left. */
async function listAvailable() {
  const rows = await world.db.selectFrom("availability").where("endsAt", ">", now()).selectAll().execute();
  return new Map(
    rows.map(({ memberId, endsAt }) => [memberId, Math.ceil((endsAt.getTime() - now().getTime()) / MINUTE)]),
  );
}
const makeOneAvailable = async (person: Person) => {
  await forgetOffers();
  await world.owner
    .updateTable("memberSetting")
    .set({ offersAvailability: true })
    .where("memberId", "=", person.id)
    .execute();
  expect(await trigger()).toEqual({ usersSetOnline: 1, eligibleUsers: 1 });
};
const see = async (viewer: Person, { id }: Person) =>
  (await viewer.browser.api.presence.list({ query: { ids: [id] } })).body.presences[0]?.presence;
const listRunEntries = () =>
  world.db.selectFrom("auditEntry").where("action", "=", "availability.started").orderBy("id").selectAll().execute();

// Noon in São Paulo of a new day, so that no test crosses midnight.
beforeEach(async () => {
  await forgetOffers();
  world.pass(DAY + (15 * 60 * MINUTE - (now().getTime() % DAY)));
  // A session ends after a day without use, so each test needs a new one.
  admin = await makeSignedIn(world, { role: "admin" });
});

describe("the online-status job", () => {
  test("[K9.04][D3.19] shows 20 to 40 % of those eligible as available for 30 minutes and 15 % for 10", async () => {
    const ids = new Set((await makeMany(40)).map(({ id }) => id));
    const stats = await trigger();
    expect(stats.eligibleUsers).toBe(40);
    expect(stats.usersSetOnline).toBeGreaterThanOrEqual(8);
    expect(stats.usersSetOnline).toBeLessThanOrEqual(16);
    const available = await listAvailable();
    const minutes = [...available.values()];
    expect(minutes.filter((minutesLeft) => minutesLeft === 30)).toHaveLength(stats.usersSetOnline);
    expect(minutes.filter((minutesLeft) => minutesLeft === 10)).toHaveLength(6);
    expect([...available.keys()].every((id) => ids.has(id))).toBe(true);
    world.pass(10 * MINUTE);
    expect((await listAvailable()).size).toBe(stats.usersSetOnline);
    world.pass(20 * MINUTE);
    expect((await listAvailable()).size).toBe(0);
  });

  test("[D3.19] draws others each time, and ends what is left of the run before", async () => {
    await makeMany(40);
    await trigger();
    const first = await listAvailable();
    world.pass(MINUTE);
    const longCount = await runBySchedule();
    const second = await listAvailable();
    expect(second.size).toBe(longCount + 6);
    expect([...second.values()].every((minutesLeft) => minutesLeft === 30 || minutesLeft === 10)).toBe(true);
    // By chance, both runs draw the same members only once in many millions.
    expect(new Set(second.keys())).not.toEqual(new Set(first.keys()));
  });

  test("[T42][D3.18] never touches anybody who did not opt in, and reports 0 of 0 when nobody did", async () => {
    const ana = await makeSignedIn(world);
    await addPings(world.db, [{ memberId: ana.id, at: now() }], now());
    expect(await trigger()).toEqual({ usersSetOnline: 0, eligibleUsers: 0 });
    expect(await listAvailable()).toEqual(new Map());
  });

  test.each<[string, () => Promise<unknown>]>([
    ["was away for more than seven days", () => makeOffering({}, 7 * DAY + MINUTE)],
    ["has never been here", async () => offer((await makeSignedIn(world)).id)],
    ["is suspended", () => makeOffering({ suspendedAt: now() })],
    ["has deactivated the account", () => makeOffering({ deactivatedAt: now() })],
    ["is a profile that nobody has claimed", () => makeOffering({ isManaged: true, tier: 3 })],
    ["is of the staff", () => makeOffering({ role: "admin" })],
    [
      "hides their presence",
      async () => {
        const { id } = await makeOffering();
        await world.owner.updateTable("presence").set({ isHidden: true }).where("memberId", "=", id).execute();
      },
    ],
  ])("[D3.18] leaves out a member who %s", async (_, make) => {
    await make();
    expect((await trigger()).eligibleUsers).toBe(0);
  });

  test("[D3.17] writes each run into the audit log, with its numbers and who started it", async () => {
    await makeMany(5);
    const before = (await listRunEntries()).length;
    const { usersSetOnline } = await trigger();
    const at = new Date(now().getTime() + MINUTE);
    world.pass(MINUTE);
    await runScheduledAvailability(world.context, at);
    const [byAdmin, bySchedule] = (await listRunEntries()).slice(before);
    expect(byAdmin).toMatchObject({ actorId: admin.id, subjectId: null });
    expect(byAdmin?.details).toMatchObject({ eligible: 5, longCount: usersSetOnline, shortCount: 1 });
    expect(bySchedule).toMatchObject({ actorId: null });
    expect(bySchedule?.details).toMatchObject({
      eligible: 5,
      slot: expect.stringContaining(at.toISOString().slice(11, 16)),
    });
  });

  test("[D3.17] runs once an hour of the schedule, however often its job does, and not when it is late", async () => {
    await makeMany(5);
    const at = now();
    await runScheduledAvailability(world.context, at);
    const drawnMembers = await listAvailable();
    const entries = (await listRunEntries()).length;
    expect(drawnMembers.size).toBeGreaterThan(0);
    await runScheduledAvailability(world.context, at);
    expect([await listAvailable(), (await listRunEntries()).length]).toEqual([drawnMembers, entries]);
    world.pass(31 * MINUTE);
    await runScheduledAvailability(world.context, new Date(at.getTime() + 1));
    expect((await listRunEntries()).length).toBe(entries);
  });

  test("runs one after the other when the schedule and the staff start it at once", async () => {
    await makeMany(10);
    const byHand = { slot: null, actorId: admin.id };
    const scheduled = { slot: "of this moment", actorId: null };
    const runs = await race(
      world.owner,
      holdWrites("availability", "availabilityRun"),
      [byHand, scheduled].map((starter) => () => runAvailability(world.context, starter)),
    );
    const sizes = runs.map((run) => (run?.longCount ?? 0) + (run?.shortCount ?? 0));
    expect(sizes[0]).toBeGreaterThan(0);
    expect((await listAvailable()).size).toBe(sizes[1]);
  });

  test("is started by the staff once in half an hour, so that no more are shown than one run draws", async () => {
    await makeMany(10);
    const start = () => admin.browser.api.presence.startAvailability();
    const entries = (await listRunEntries()).length;
    const replies = await race(world.owner, holdWrites("availabilityRun"), [start, start, start]);
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect((await listRunEntries()).length).toBe(entries + 1);
    world.pass(29 * MINUTE);
    expect((await start()).failure).toMatchObject({
      code: "ONLINE_UPDATE_TOO_SOON",
      userMessage: "Alguém da equipe já fez isso há menos de 30 minutos. Aguarde esse tempo e tente de novo.",
    });
    world.pass(MINUTE);
    expect((await start()).status).toBe(200);
  });

  test("is refused to everybody but the staff", async () => {
    const ana = await makeSignedIn(world);
    for (const path of ["/api/admin/availability-runs", "/api/admin/availability-runs/last"]) {
      const reply = await ana.browser.raw(path, { method: path.endsWith("last") ? "GET" : "POST" });
      expect((await readFailure(reply)).userMessage).toBe(
        "Acesso negado: apenas administradores podem executar esta ação",
      );
    }
  });

  test("answers the numbers of the latest run", async () => {
    await makeMany(5);
    await runScheduledAvailability(world.context, now());
    const { body } = await admin.browser.api.presence.lastAvailability();
    expect(body.run).toMatchObject({ eligible: 5, shortCount: 1, isScheduled: true });
    world.pass(1_000);
    const { usersSetOnline } = await trigger();
    const last = (await admin.browser.api.presence.lastAvailability()).body.run;
    expect(last).toMatchObject({ longCount: usersSetOnline, isScheduled: false });
  });
});

describe("an available member", () => {
  test("[D3.20] is seen as such in lists, on the profile and in messages until the time is over", async () => {
    const [ana, dan] = [await makeOffering({}, 2 * DAY), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.owner, ana.id, dan.id);
    expect(await see(dan, ana)).toBe("offline");
    await makeOneAvailable(ana);
    expect(await see(dan, ana)).toBe("available");
    const profile = (await dan.browser.api.profiles.read({ params: { id: ana.id } })).body;
    expect(profile.presence).toBe("available");
    const { conversations } = (await dan.browser.api.messaging.conversations({ query: {} })).body;
    expect(conversations[0]?.peer.presence).toBe("available");
    world.pass(30 * MINUTE);
    expect(await see(dan, ana)).toBe("offline");
  });

  test("[D3.20] is online once they are really here, and available again when they go", async () => {
    const [ana, dan] = [await makeOffering(), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.owner, ana.id, dan.id);
    await makeOneAvailable(ana);
    await ana.browser.api.presence.ping();
    expect(await see(dan, ana)).toBe("online");
    world.pass(6 * MINUTE);
    expect(await see(dan, ana)).toBe("available");
  });

  test("[D3.20] is not among those whom a filter finds as online", async () => {
    const [ana, dan] = [await makeOffering({}, 2 * DAY), await makeSignedIn(world, { role: "daddy" })];
    await makeOneAvailable(ana);
    for (const presence of ["online", "recent"] as const) {
      const { profiles } = (await dan.browser.api.discovery.list({ query: { seed: 0, presence } })).body;
      expect(profiles.map(({ id }) => id)).not.toContain(ana.id);
    }
  });

  test.each([
    ["withdraws the offer", { offersAvailability: false }],
    ["hides their presence", { isPresenceHidden: true }],
  ])("[D3.15][D3.18] is no longer shown when they change their mind: one who %s", async (_, change) => {
    const [ana, dan] = [await makeOffering({}, 2 * DAY), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.owner, ana.id, dan.id);
    await makeOneAvailable(ana);
    const { api } = ana.browser;
    expect((await api.memberSettings.change({ body: change })).status).toBe(200);
    expect(await see(dan, ana)).toBe("offline");
    if ("isPresenceHidden" in change) await api.memberSettings.change({ body: { isPresenceHidden: false } });
    expect(await see(dan, ana)).toBe("offline");
  });

  test("[D3.18] is not shown by a run that was drawing them when they withdrew the offer", async () => {
    const [ana, dan] = [await makeOffering({}, 2 * DAY), await makeSignedIn(world, { role: "daddy" })];
    await makeConversation(world.owner, ana.id, dan.id);
    const { change } = ana.browser.api.memberSettings;
    let withdrawn: ReturnType<typeof change> | undefined;
    await world.owner.transaction().execute(async (trx) => {
      await lockRuns(trx);
      const runId = uuidv7(now());
      const counts = { eligible: 1, longCount: 1, shortCount: 0 };
      await addRun(trx, { id: runId, slot: null, actorId: null, startedAt: now(), ...counts });
      const endsAt = new Date(now().getTime() + 30 * MINUTE);
      await trx.insertInto("availability").values({ memberId: ana.id, runId, startsAt: now(), endsAt }).execute();
      withdrawn = change({ body: { offersAvailability: false } });
      await waitForLocks(world.owner, 1);
    });
    expect((await withdrawn)?.status).toBe(200);
    expect(await see(dan, ana)).toBe("offline");
  });

  test("[T23] shows nothing to a member they have blocked", async () => {
    const [ana, dan] = [await makeOffering({}, 2 * DAY), await makeSignedIn(world, { role: "daddy" })];
    await makeOneAvailable(ana);
    await hidePair(world.db, ana.id, dan.id);
    expect(await see(dan, ana)).toBeUndefined();
  });
});

describe("the invitation", () => {
  async function makeReachable(activeAgo = 60 * MINUTE) {
    const person = await makeOffering({}, activeAgo);
    const receiver = makeReceiver(service);
    await person.browser.api.notifications.subscribe({ body: receiver.subscription });
    return { ...person, receiver };
  }

  test("[D3.19] is pushed to those who were drawn, names nobody, and is dropped after ten minutes", async () => {
    const ana = await makeReachable();
    await makeOneAvailable(ana);
    await runJobs(world);
    expect(ana.receiver.payloads()).toEqual([INVITATION]);
    expect(service.receivedAt(ana.receiver.path)[0]?.headers).toMatchObject({ ttl: "600" });
  });

  test("[D3.19] is sent once in three hours, also when the run is planned twice", async () => {
    const ana = await makeReachable();
    await makeOneAvailable(ana);
    await runJobs(world);
    const { runId } = await world.db
      .selectFrom("availability")
      .where("memberId", "=", ana.id)
      .select("runId")
      .executeTakeFirstOrThrow();
    await inviteAvailable(world.context, runId);
    world.pass(MINUTE);
    await runBySchedule();
    await runJobs(world);
    expect(ana.receiver.payloads()).toHaveLength(1);
  });

  test("is for the members of the present run: one that has ended invites no member, and blocks no invitation", async () => {
    const ana = await makeReachable();
    await makeOneAvailable(ana);
    const { runId } = await world.db
      .selectFrom("availability")
      .where("memberId", "=", ana.id)
      .select("runId")
      .executeTakeFirstOrThrow();
    await world.owner.updateTable("availability").set({ endsAt: now() }).where("memberId", "=", ana.id).execute();
    await inviteAvailable(world.context, runId);
    await runBySchedule();
    await runJobs(world);
    expect(ana.receiver.payloads()).toEqual([INVITATION]);
  });

  test("is not sent to a member who is here, does not want such messages, or has withdrawn the offer", async () => {
    const [here, quiet, goneMember] = [await makeReachable(0), await makeReachable(), await makeReachable()];
    await makeOneAvailable(here);
    await runJobs(world);
    world.pass(30 * MINUTE);
    await quiet.browser.api.memberSettings.change({ body: { hasPushActivity: false } });
    await makeOneAvailable(quiet);
    await runJobs(world);
    world.pass(30 * MINUTE);
    await makeOneAvailable(goneMember);
    await goneMember.browser.api.memberSettings.change({ body: { offersAvailability: false } });
    await runJobs(world);
    for (const { receiver } of [here, quiet, goneMember]) expect(receiver.payloads()).toEqual([]);
  });
});
