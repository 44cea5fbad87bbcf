import type { Settings } from "@caramelo/contract/member-settings/calls";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { grant } from "../../testing/entitlements.ts";
import { makeJobsDue, runJobs } from "../../testing/jobs.ts";
import { makeWriter } from "../../testing/messages.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { makeReceiver, openPushService, readVapid } from "../../testing/push-service.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { addNotifications, upsertMessageNotifications } from "./queries/add-notifications.ts";
import { listSubscriptions } from "./queries/subscriptions.ts";

const service = await openPushService();
const world = await openWorld({ PUSH_SERVICES: service.origin });
const HOUR = 3_600_000;
const DISCREET = { title: "Novidade", body: "Há uma novidade esperando por você." };

type Browser = ReturnType<typeof world.browser>;
type Receiver = ReturnType<typeof makeReceiver>;
type Person = { id: string; browser: Browser; receiver: Receiver };

/** A browser gets a subscription from its push service and sends it to us. */
async function subscribe(browser: Browser, receiver = makeReceiver(service)): Promise<Receiver> {
  const { status } = await browser.api.notifications.subscribe({ body: receiver.subscription });
  expect(status).toBe(200);
  return receiver;
}

async function makeReachable(overrides: Parameters<typeof makeSignedIn>[1] = {}): Promise<Person> {
  const member = await makeSignedIn(world, overrides);
  return { ...member, receiver: await subscribe(member.browser) };
}
async function makeDaddy(name = "Dan") {
  const daddy = await makeWriter(world, { role: "daddy", name });
  await grant(world.owner, daddy, { tokens: 50, conversations: 5 });
  return daddy;
}
const change = ({ browser }: Person, body: Partial<Settings>) => browser.api.memberSettings.change({ body });

/** Stores the notification of a visit. */
async function visit(by: { id: string }, of: { id: string }): Promise<void> {
  const createdAt = world.context.clock.now();
  const notification = { id: uuidv7(createdAt), memberId: of.id, actorId: by.id, createdAt };
  await addNotifications(world.db, "profile_view", [notification]);
}
const favor = async ({ id }: { id: string }, of: { id: string }) =>
  (await openBrowserOf(world, id)).api.favorites.add({ params: { id: of.id } });

/** Runs the jobs of what happened so far; they would wait some seconds, and they add others. */
async function runDueJobs(): Promise<void> {
  await makeJobsDue(world);
  await runJobs(world);
}
async function countJobs(task: string): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker.jobs where task_identifier = ${task}`.execute(world.owner);
  return rows[0]?.jobs ?? 0;
}
const findOwner = async ({ subscription }: Receiver) =>
  (
    await world.db
      .selectFrom("pushSubscription")
      .where("endpoint", "=", subscription.endpoint)
      .select("memberId")
      .executeTakeFirst()
  )?.memberId;

describe("a push message", () => {
  test("is encrypted and signed, and says where to go, but neither who nor what it is about", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    await dan.send(ana, "um segredo");
    await runDueJobs();
    expect(ana.receiver.payloads()).toEqual([
      { ...DISCREET, url: `/mensagens?userId=${dan.id}`, tag: `message-${dan.id}` },
    ]);
    const [delivery] = service.receivedAt(ana.receiver.path);
    expect(delivery?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    const { key } = (await ana.browser.api.notifications.pushKey()).body;
    const vapid = readVapid(delivery?.headers.authorization, key);
    expect(vapid).toMatchObject({ isSigned: true, key });
    expect(vapid.claims.aud).toBe(service.origin);
    expect(vapid.claims.sub).toMatch(/^mailto:/);
  });

  test("names people only when the member asked for it, and never quotes a message", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    await change(ana, { hasNamesOutside: true });
    await dan.send(ana, "um segredo");
    await visit(dan, ana);
    await favor(dan, ana);
    await runDueJobs();
    const payloads = ana.receiver.payloads();
    expect(payloads).toHaveLength(3);
    expect(payloads).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: "Novidade", body: "Dan enviou uma mensagem" }),
        expect.objectContaining({ body: "Dan visitou seu perfil", url: `/perfil/${dan.id}` }),
        expect.objectContaining({ body: "Dan favoritou seu perfil" }),
      ]),
    );
    expect(JSON.stringify(payloads)).not.toContain("segredo");
  });

  test("is sent once while messages of one person wait, and again after they were read", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    for (let i = 0; i < 3; i++) await dan.send(ana);
    await runDueJobs();
    expect(ana.receiver.payloads()).toHaveLength(1);
    await ana.browser.api.messaging.markRead({ params: { memberId: dan.id }, body: { upTo: 3 } });
    await dan.send(ana);
    await runDueJobs();
    expect(ana.receiver.payloads()).toHaveLength(2);
  });

  test("is not sent for what was read or dismissed before", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    await dan.send(ana);
    await visit(dan, ana);
    await ana.browser.api.messaging.markRead({ params: { memberId: dan.id }, body: { upTo: 1 } });
    await ana.browser.api.notifications.dismissAll();
    await runDueJobs();
    expect(ana.receiver.payloads()).toEqual([]);
  });

  test("is sent to every browser of the member, and to nobody else", async () => {
    const [ana, eva, dan] = [await makeReachable(), await makeReachable(), await makeDaddy()];
    const phone = await subscribe(await openBrowserOf(world, ana.id));
    await dan.send(ana);
    await runDueJobs();
    expect([ana.receiver.payloads().length, phone.payloads().length]).toEqual([1, 1]);
    expect(eva.receiver.payloads()).toEqual([]);
  });

  test("adds no job for a member without a subscribed browser", async () => {
    const [ana, dan] = [await makeSignedIn(world), await makeDaddy()];
    const before = await countJobs("plan-external-notifications");
    await dan.send(ana);
    await visit(dan, ana);
    await favor(dan, ana);
    expect(await countJobs("plan-external-notifications")).toBe(before);
  });

  test("adds a job only for those of a batch who can be reached, and only for a new notification", async () => {
    const [ana, eva, dan] = [await makeReachable(), await makeSignedIn(world), await makeDaddy()];
    await runDueJobs();
    const notifyBoth = () => {
      const notifications = [ana, eva].map(({ id: memberId }) => ({
        id: uuidv7(new Date()),
        memberId,
        actorId: dan.id,
      }));
      return world.db.transaction().execute((trx) => upsertMessageNotifications(trx, notifications, new Date()));
    };
    await notifyBoth();
    expect(await countJobs("plan-external-notifications")).toBe(1);
    await notifyBoth();
    expect(await countJobs("plan-external-notifications")).toBe(1);
    await runDueJobs();
  });

  test.each([
    ["messages", { hasPushMessages: false }, [expect.stringContaining("/perfil/")]],
    ["activity", { hasPushActivity: false }, [expect.stringContaining("/mensagens")]],
    ["both", { hasPushMessages: false, hasPushActivity: false }, []],
  ])("is not sent for %s when that is switched off", async (_, settings, urls) => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    await change(ana, settings);
    await dan.send(ana);
    await visit(dan, ana);
    await runDueJobs();
    expect(ana.receiver.payloads()).toEqual(urls.map((url) => expect.objectContaining({ url })));
  });

  test("is not sent when it was switched off in the meantime", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    await dan.send(ana);
    await change(ana, { hasPushMessages: false });
    await runDueJobs();
    expect(ana.receiver.payloads()).toEqual([]);
  });

  test("[T23] is not sent from or to a blocked or inactive member", async () => {
    const [ana, dan, leo] = [await makeReachable(), await makeDaddy(), await makeDaddy()];
    await visit(dan, ana);
    await visit(leo, ana);
    await hidePair(world.db, ana.id, dan.id);
    const leave = ({ id }: { id: string }) =>
      world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute();
    await leave(leo);
    await runDueJobs();
    const eva = await makeReachable();
    await visit(await makeDaddy(), eva);
    await leave(eva);
    await runDueJobs();
    expect([...ana.receiver.payloads(), ...eva.receiver.payloads()]).toEqual([]);
  });

  test("is not sent any more once the session ended, by sign-out or by time", async () => {
    const [ana, eva, dan] = [await makeReachable(), await makeReachable(), await makeDaddy()];
    await dan.send(ana);
    await ana.browser.api.accounts.signOut();
    await dan.send(eva);
    await world.db.updateTable("session").set({ expiresAt: new Date() }).where("memberId", "=", eva.id).execute();
    await runDueJobs();
    const before = await countJobs("plan-external-notifications");
    await visit(dan, ana);
    await visit(dan, eva);
    expect(await countJobs("plan-external-notifications")).toBe(before);
    await runDueJobs();
    expect([...ana.receiver.payloads(), ...eva.receiver.payloads()]).toEqual([]);
  });

  test.each([
    ["after a sign-out", ({ browser }: Person) => browser.api.accounts.signOut()],
    ["over the session", async () => {}],
  ])(
    "[T74] is not sent to a browser in which another member signed in %s, until that one asks for it",
    async (_, end) => {
      const [ana, dan] = [await makeReachable(), await makeDaddy()];
      const eva = await makeMember(world.owner);
      await end(ana);
      const form = { email: eva.email, password: PASSWORD, remember: false };
      expect((await ana.browser.api.accounts.signIn({ body: form })).status).toBe(200);
      await dan.send(ana);
      await dan.send(eva);
      await runDueJobs();
      expect(ana.receiver.payloads()).toEqual([]);

      await subscribe(ana.browser, ana.receiver);
      for (const member of [ana, eva]) await visit(dan, member);
      await runDueJobs();
      expect(ana.receiver.payloads()).toEqual([expect.objectContaining({ url: `/perfil/${dan.id}` })]);
    },
  );

  test("ends a subscription that its push service reports as gone, and no other", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    const phone = await subscribe(await openBrowserOf(world, ana.id));
    service.answer(ana.receiver.path, 410);
    await dan.send(ana);
    await runDueJobs();
    expect(await findOwner(ana.receiver)).toBeUndefined();
    expect(await findOwner(phone)).toBe(ana.id);
    expect(phone.payloads()).toHaveLength(1);
  });

  test("leaves the new subscription of a browser that subscribed again before the old one was reported as gone", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    const { endpoint } = ana.receiver.subscription;
    const { keys } = makeReceiver(service).subscription;
    service.answer(ana.receiver.path, 410, () =>
      subscribe(ana.browser, { ...ana.receiver, subscription: { endpoint, keys } }),
    );
    await dan.send(ana);
    await runDueJobs();
    expect(await findOwner(ana.receiver)).toBe(ana.id);
  });

  test("is tried again for the browser whose push service failed, and only for that one", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    const phone = await subscribe(await openBrowserOf(world, ana.id));
    service.answer(ana.receiver.path, 500);
    await dan.send(ana);
    await runDueJobs();
    expect(await countJobs("push-one")).toBe(1);
    service.answer(ana.receiver.path, 201);
    await runDueJobs();
    expect([ana.receiver.payloads().length, phone.payloads().length]).toEqual([2, 1]);
    expect(await countJobs("push-one")).toBe(0);
  });

  test("that could not be delivered is dropped once it was read or is a day old", async () => {
    const [ana, eva, dan] = [await makeReachable(), await makeReachable(), await makeDaddy()];
    for (const person of [ana, eva]) {
      service.answer(person.receiver.path, 503);
      await dan.send(person);
    }
    await runDueJobs();
    await ana.browser.api.messaging.markRead({ params: { memberId: dan.id }, body: { upTo: 1 } });
    await openBrowserOf(world, eva.id, true);
    await runDueJobs();
    expect([service.receivedAt(ana.receiver.path).length, service.receivedAt(eva.receiver.path).length]).toEqual([
      1, 2,
    ]);
    await world.owner
      .updateTable("session")
      .set({ expiresAt: new Date(Date.now() + 90 * HOUR) })
      .execute();
    world.pass(25 * HOUR);
    await runDueJobs();
    expect(service.receivedAt(eva.receiver.path)).toHaveLength(2);
    expect(await countJobs("push-one")).toBe(0);
    world.pass(-25 * HOUR);
  });

  test("that a push service refuses is not tried again, and the subscription stays", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    service.answer(ana.receiver.path, 401);
    await dan.send(ana);
    await runDueJobs();
    expect(await countJobs("push-one")).toBe(0);
    expect(await findOwner(ana.receiver)).toBe(ana.id);
    const lines = world.logged.filter((line) => line.includes("refuses our messages"));
    expect(lines).not.toEqual([]);
    for (const line of lines) expect(line).not.toContain(ana.receiver.path);
  });

  test("does not follow a redirect of the push service", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    service.answer(ana.receiver.path, 307);
    await dan.send(ana);
    await runDueJobs();
    expect(service.receivedAt(ana.receiver.path)).toHaveLength(1);
    expect(service.receivedAt(`${ana.receiver.path}/elsewhere`)).toEqual([]);
    service.answer(ana.receiver.path, 201);
    await runDueJobs();
  });
});

describe("a subscription", () => {
  test.each([
    "https://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:1/x",
    "http://localhost/x",
    "https://push.example/x",
    `${service.origin.replace("://", "://user@")}/x`,
  ])("at %s is refused, so that a browser cannot make us call any address", async (endpoint) => {
    const { browser } = await makeSignedIn(world);
    const { keys } = makeReceiver(service).subscription;
    const { status, failure } = await browser.api.notifications.subscribe({ body: { endpoint, keys } });
    expect([status, failure.code]).toEqual([422, "PUSH_SERVICE_UNKNOWN"]);
  });

  test("at a service that is no longer known is removed when something is to be sent", async () => {
    const [ana, dan] = [await makeReachable(), await makeDaddy()];
    const otherService = await openPushService();
    const movedReceiver = makeReceiver(otherService);
    const { endpoint } = movedReceiver.subscription;
    await world.owner.updateTable("pushSubscription").set({ endpoint }).where("memberId", "=", ana.id).execute();
    await dan.send(ana);
    await runDueJobs();
    expect(otherService.receivedAt(movedReceiver.path)).toEqual([]);
    expect(await findOwner(movedReceiver)).toBeUndefined();
  });

  test("of a browser belongs to the member who signed in there last", async () => {
    const [ana, eva, dan] = [await makeReachable(), await makeSignedIn(world), await makeDaddy()];
    await dan.send(ana);
    await subscribe(eva.browser, ana.receiver);
    expect(await findOwner(ana.receiver)).toBe(eva.id);
    await runDueJobs();
    expect(ana.receiver.payloads()).toEqual([]);
    await dan.send(eva);
    await runDueJobs();
    expect(ana.receiver.payloads()).toHaveLength(1);
  });

  test("is one for each browser, and a new address replaces the old one", async () => {
    const ana = await makeReachable();
    const renewed = await subscribe(ana.browser);
    await subscribe(ana.browser, renewed);
    expect([await findOwner(ana.receiver), await findOwner(renewed)]).toEqual([undefined, ana.id]);
  });

  test("is used in fifty browsers at most, however many sessions a member opens", async () => {
    const { id } = await makeReachable();
    const { p256dh, auth } = makeReceiver(service).subscription.keys;
    await sql`
      with opened as (
        insert into session (id, member_id, token_hash, is_remembered, user_agent, created_at, proved_at, last_seen_at, expires_at)
        select gen_random_uuid(), ${id}, sha256(random()::text::bytea), true, '', now(), now(), now(), now() + interval '1 day'
        from generate_series(1, 60) returning id, member_id
      )
      insert into push_subscription (endpoint, session_id, member_id, p256dh, auth, created_at)
      select ${`${service.origin}/many/`} || id, id, member_id, ${p256dh}, ${auth}, now() from opened`.execute(
      world.owner,
    );
    expect(await listSubscriptions(world.db, id, world.context.clock.now())).toHaveLength(50);
  });

  test("with an address that no browser would send is refused", async () => {
    const { browser } = await makeSignedIn(world);
    const { keys } = makeReceiver(service).subscription;
    for (const tail of ["漢".repeat(950), "a b"]) {
      const reply = await browser.api.notifications.subscribe({
        body: { endpoint: `${service.origin}/a${tail}b`, keys },
      });
      expect(reply.failure.code).toBe("VALIDATION_ERROR");
    }
  });

  test("[T31] is removed by its owner only, and a stranger's request changes nothing and looks the same", async () => {
    const [ana, eva] = [await makeReachable(), await makeSignedIn(world)];
    const { endpoint } = ana.receiver.subscription;
    const stranger = await eva.browser.api.notifications.unsubscribe({ body: { endpoint } });
    expect(await findOwner(ana.receiver)).toBe(ana.id);
    for (let i = 0; i < 2; i++) {
      const { status, body } = await ana.browser.api.notifications.unsubscribe({ body: { endpoint } });
      expect([status, body]).toEqual([stranger.status, stranger.body]);
    }
    expect(await findOwner(ana.receiver)).toBeUndefined();
  });
});
