import { describe, expect, test } from "vitest";
import { getEmail } from "../../base/members/member-queries.ts";
import type { BusMessage } from "../../platform/live/live-bus.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { recordPublishedEvents, SELF_CHANGED, unread } from "../../testing/published-events.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { endSuspensions } from "./jobs.ts";
import { reinstateMember, suspendMember } from "./suspension-commands.ts";

const world = await openWorld();
const DAY = 86_400_000;

const makeAdmin = () => makeSignedIn(world, { role: "admin" });
type Person = Awaited<ReturnType<typeof makeSignedIn>>;

const suspend = ({ browser }: Person, { id }: { id: string }, days?: number, reason = "Pediu dinheiro.") =>
  browser.api.moderation.suspend({ params: { id }, body: { reason, ...(days !== undefined && { days }) } });
const signIn = (email: string) =>
  world.browser().api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
const listActions = async (id: string) => {
  const rows = await world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", id)
    .orderBy("id")
    .select(["action", "actorId", "details"])
    .execute();
  return rows;
};

describe("a suspension", () => {
  test("[T11][T59][TB.07][D2.20] ends sessions and live connections at once, and signing in answers as if there were no account", async () => {
    const admin = await makeAdmin();
    const ana = await makeMember(world.owner);
    const [phone, tablet] = [await openBrowserOf(world, ana.id), await openBrowserOf(world, ana.id)];
    const lives = [await openLiveSocket(phone), await openLiveSocket(tablet)];
    const publishedEvents: BusMessage[] = [];
    world.context.live.subscribe((message) => publishedEvents.push(message));
    expect((await suspend(admin, ana)).status).toBe(200);
    // The live hubs get this message before the call is answered, and not only with a heartbeat.
    expect(publishedEvents).toEqual([{ kind: "end-member", memberId: ana.id, exceptSessionId: undefined }]);
    for (const live of lives) expect(await live.closed).toBe(4401);
    expect((await phone.api.profiles.mine()).failure.code).toBe("AUTH_SESSION_EXPIRED");
    const refusal = await signIn(ana.email);
    expect([refusal.status, refusal.failure.code]).toEqual([403, "PROFILE_NOT_FOUND"]);
  });

  test("[T11] hides the member from everybody, and the staff still opens the profile", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeSignedIn(world, { role: "daddy" }),
    ];
    await makeConversation(world.owner, dan.id, ana.id);
    await suspend(admin, ana);
    const { api } = dan.browser;
    expect((await api.profiles.read({ params: { id: ana.id } })).status).toBe(404);
    expect((await api.messaging.conversations({ query: {} })).body.conversations).toEqual([]);
    const sendAnswer = await api.messaging.send({
      params: { memberId: ana.id },
      body: { clientId: crypto.randomUUID(), text: "oi" },
    });
    expect(sendAnswer.failure.code).toBe("PEER_UNAVAILABLE");
    const profileAnswer = await admin.browser.api.profiles.read({ params: { id: ana.id } });
    expect(profileAnswer.status).toBe(200);
  });

  test("[T11] voids mailed links", async () => {
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner)];
    await world.browser().api.accounts.requestRecovery({ body: { email: ana.email } });
    await readMails(world, ana.email);
    const open = () =>
      world.owner
        .selectFrom("accountLink")
        .where("memberId", "=", ana.id)
        .where("usedAt", "is", null)
        .select("id")
        .execute();
    expect(await open()).toHaveLength(1);
    await suspend(admin, ana);
    expect(await open()).toEqual([]);
  });

  test("[T11][D2.55] leaves an alert for the time after a suspension, and voids it by a ban", async () => {
    const admin = await makeAdmin();
    const check = (token: string) => world.browser().api.accounts.checkSignInAlert({ body: { token } });
    for (const kind of ["suspension", "ban"] as const) {
      const { id, browser } = await makeSignedIn(world);
      const email = await getEmail(world.owner, id);
      const change = { currentPassword: PASSWORD, email: newEmail() };
      expect((await browser.api.accounts.changeEmail({ body: change })).status).toBe(200);
      const { token } = await readLink(world, email);
      const suspension = { memberId: id, kind, reason: "Ofendeu.", until: null, actorId: admin.id };
      const now = world.context.clock.now();
      const { site, siteSettings } = world.context;
      await world.owner.transaction().execute((trx) => suspendMember(trx, { site, siteSettings, now }, suspension));
      expect((await check(token)).failure.code, kind).toBe("SIGN_IN_ALERT_LINK_INVALID");
      await world.owner.transaction().execute(async (trx) => {
        await reinstateMember(trx, { site, now }, { memberId: id, actorId: admin.id });
      });
      expect((await check(token)).status, kind).toBe(kind === "suspension" ? 200 : 410);
    }
  });

  test("[T11] is not undone by signing in, as a member's own deactivation is", async () => {
    const [admin, ana, bia] = [await makeAdmin(), await makeMember(world.owner), await makeSignedIn(world)];
    await suspend(admin, ana);
    expect((await signIn(ana.email)).failure.code).toBe("PROFILE_NOT_FOUND");
    await bia.browser.api.accounts.deactivate();
    const { email } = await world.owner
      .selectFrom("member")
      .where("id", "=", bia.id)
      .select("email")
      .executeTakeFirstOrThrow();
    expect((await signIn(email)).body).toMatchObject({ wasReactivated: true });
  });

  test("[D5.06][D5.21] is mailed with its reason and end, and is in the audit log with the person who did it", async () => {
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner)];
    expect((await suspend(admin, ana, 7, "Ofendeu outras pessoas.")).status).toBe(200);
    const [mail] = await readMails(world, ana.email);
    expect(mail?.kind).toBe("measure-suspension");
    expect(mail?.bodyText).toContain("Motivo: Ofendeu outras pessoas.");
    expect(mail?.bodyText).toMatch(/A suspensão vale até \d+ de/);
    expect(await listActions(ana.id)).toMatchObject([
      { action: "member.suspended", actorId: admin.id, details: { reason: "Ofendeu outras pessoas." } },
    ]);
  });

  test("needs a reason, and is refused for the staff, for an unknown id and for a member who is suspended already", async () => {
    const [admin, otherAdmin, ana] = [await makeAdmin(), await makeAdmin(), await makeMember(world.owner)];
    expect((await suspend(admin, ana, 7, "  ")).failure.code).toBe("VALIDATION_ERROR");
    expect((await suspend(admin, otherAdmin)).failure.code).toBe("NOT_FOUND");
    expect((await suspend(admin, { id: crypto.randomUUID() })).failure.code).toBe("NOT_FOUND");
    await suspend(admin, ana);
    expect((await suspend(admin, ana)).failure.code).toBe("ALREADY_SUSPENDED");
  });

  test("with a length ends by itself, and one without a length stays", async () => {
    const [admin, ana, bia] = [await makeAdmin(), await makeMember(world.owner), await makeMember(world.owner)];
    await suspend(admin, ana, 3);
    await suspend(admin, bia);
    world.pass(3 * DAY - 60_000);
    await endSuspensions(world.context);
    expect((await signIn(ana.email)).failure.code).toBe("PROFILE_NOT_FOUND");
    world.pass(120_000);
    await endSuspensions(world.context);
    expect((await signIn(ana.email)).status).toBe(200);
    expect((await signIn(bia.email)).failure.code).toBe("PROFILE_NOT_FOUND");
    expect(await listActions(ana.id)).toMatchObject([
      { action: "member.suspended", actorId: admin.id },
      { action: "member.reinstated", actorId: null },
    ]);
  });

  test("[T11] of days is replaced by one without an end, which the clock does not lift", async () => {
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner)];
    await suspend(admin, ana, 1);
    expect((await suspend(admin, ana, 7)).failure.code).toBe("ALREADY_SUSPENDED");
    expect((await suspend(admin, ana)).status).toBe(200);
    const measures = await world.owner
      .selectFrom("measure")
      .where("memberId", "=", ana.id)
      .where("endedAt", "is", null)
      .select(["kind", "until"])
      .execute();
    expect(measures).toEqual([{ kind: "suspension", until: null }]);
    world.pass(2 * DAY);
    await endSuspensions(world.context);
    expect((await signIn(ana.email)).failure.code).toBe("PROFILE_NOT_FOUND");
  });

  test("is lifted by the staff, once, and the member is told", async () => {
    const createdAt = world.context.clock.now();
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner, { createdAt })];
    await suspend(admin, ana);
    const lift = () => admin.browser.api.moderation.reinstate({ params: { id: ana.id }, body: {} });
    expect((await lift()).status).toBe(200);
    expect((await lift()).status).toBe(200);
    expect((await signIn(ana.email)).status).toBe(200);
    expect((await readMails(world, ana.email)).map(({ kind }) => kind)).toEqual([
      "measure-suspension-open",
      "suspension-ended",
    ]);
    expect(await listActions(ana.id)).toHaveLength(2);
  });

  test("[D3.23] of a managed profile is not mailed, because its person knows nothing of it", async () => {
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner, { isManaged: true })];
    const body = { reason: "Seja gentil." };
    expect((await admin.browser.api.moderation.warn({ params: { id: ana.id }, body })).status).toBe(200);
    expect((await suspend(admin, ana)).status).toBe(200);
    await admin.browser.api.moderation.reinstate({ params: { id: ana.id }, body: {} });
    expect(await readMails(world, ana.email)).toEqual([]);
  });

  test("[T11] of three requests at once is one, with one mail and one entry", async () => {
    const [admin, ana] = [await makeAdmin(), await makeMember(world.owner)];
    const act = () => suspend(admin, ana);
    const replies = await race(world.owner, holdWrites("profile", "measure"), [act, act, act]);
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect((await readMails(world, ana.email)).map(({ kind }) => kind)).toEqual(["measure-suspension-open"]);
    expect((await listActions(ana.id)).map(({ action }) => action)).toEqual(["member.suspended"]);
  });
});

describe("a warning", () => {
  test("reaches the open browser of its member, who reads the reason and not which person of the staff wrote it", async () => {
    const [admin, ana] = [await makeAdmin(), await makeSignedIn(world)];
    const { publishedTo } = recordPublishedEvents(world);
    const body = { reason: "Seja gentil." };
    expect((await admin.browser.api.moderation.warn({ params: { id: ana.id }, body })).status).toBe(200);
    expect(publishedTo(ana)).toEqual([SELF_CHANGED, unread(1)]);
    const bell = (await ana.browser.api.notifications.list()).body;
    expect(bell.notifications).toMatchObject([{ type: "team", actor: { id: ana.id, name: "Equipe", photoUrl: null } }]);
    const { measures } = (await ana.browser.api.moderation.measures()).body;
    expect(measures).toMatchObject([{ kind: "warning", reason: "Seja gentil.", mayAppeal: true }]);
    expect(JSON.stringify([bell, measures])).not.toContain(admin.id);
  });
});
