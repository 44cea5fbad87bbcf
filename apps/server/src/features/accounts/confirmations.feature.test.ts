import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { runJobs } from "../../testing/jobs.ts";
import { findRefusal } from "../../testing/live-socket.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { listStatements } from "../../testing/statements.ts";
import { openWorld } from "../../testing/world.ts";
import { sendSignUpMail } from "./jobs.ts";

const world = await openWorld({ EMAIL_CONFIRMATION: "on" });
const HOUR = 3_600_000;
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

const signUp = (changes: Parameters<typeof signUpForm>[0] = {}) =>
  world.browser().api.accounts.signUp({ body: signUpForm(changes), photos: [small, small] });
const signIn = (email: string, password = PASSWORD) =>
  world.browser().api.accounts.signIn({ body: { email, password, remember: false } });
const confirm = (token: string, password = PASSWORD) =>
  world.browser().api.accounts.confirmEmail({ body: { token, password } });
const resend = (email: string) => world.browser().api.accounts.resendConfirmation({ body: { email } });
const kindsOf = async (email: string) => (await readMails(world, email)).map(({ kind }) => kind);
const getProfile = (memberId: string) =>
  world.db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .where("memberId", "=", memberId)
    .select(["name", "email", "awaitsConfirmation", "isActive"])
    .executeTakeFirst();

describe("a sign-up with confirmation of addresses", () => {
  test("[D2.23] makes an account that awaits confirmation, and mails its link", async () => {
    const email = newEmail();
    const reply = await signUp({ email });
    expect(reply).toMatchObject({ status: 200, body: { id: expect.any(String), awaitsConfirmation: true } });
    expect(await kindsOf(email)).toEqual(["confirmation"]);
    expect(await getProfile(reply.body.id)).toMatchObject({ email, awaitsConfirmation: true, isActive: false });
    expect((await readLink(world, email)).page).toBe(`${world.context.site.origin}/confirmar-email`);
  });

  test("[T08][D2.23] does the same work and gives the same answer for a known and a new address", async () => {
    const knownMembers = [
      await makeMember(world.owner),
      await makeMember(world.owner, { awaitsConfirmation: true }),
      await makeMember(world.owner, { suspendedAt: new Date() }),
      await makeMember(world.owner, { role: "admin" }),
    ];
    await signUp();
    const attempt = async (email: string) => {
      let shownReply: object = {};
      const statements = await listStatements(async () => {
        const { status, body, headers } = await signUp({ email });
        const stableHeaders = [...headers]
          .filter(([name]) => !["x-request-id", "date", "set-cookie"].includes(name))
          .sort();
        expect(headers.getSetCookie()).toEqual([expect.stringMatching(/caramelo-device=[\w-]{43};/)]);
        const { id, ...rest } = body;
        expect(id).toMatch(/^[0-9a-f-]{36}$/);
        shownReply = { status, rest, sent: stableHeaders };
      });
      const { rows } = await sql`
        select t.identifier, json_object_keys(payload) as keys
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where payload->>'email' = ${email}`.execute(world.owner);
      return { shown: shownReply, statements, rows };
    };
    const unknown = await attempt(newEmail());
    for (const { email } of knownMembers) expect(await attempt(email)).toEqual(unknown);
    expect(unknown.shown).toMatchObject({ status: 200, rest: { awaitsConfirmation: true } });
    expect(unknown.rows).toEqual(["email", "memberId"].map((keys) => ({ identifier: "send-sign-up-mail", keys })));
    expect(unknown.statements.length).toBeGreaterThan(10);
  });

  test("[D2.23] with a known address leaves its account unchanged, and mails its owner", async () => {
    const owner = await makeMember(world.owner, { name: "Dona" });
    const reply = await signUp({ email: owner.email.toUpperCase(), name: "Outra", password: "senha de outra pessoa" });
    expect(reply.body.id).not.toBe(owner.id);
    expect(await kindsOf(owner.email)).toEqual(["sign-up-attempt"]);
    expect(await getProfile(reply.body.id)).toBeUndefined();
    expect(await getProfile(owner.id)).toMatchObject({ name: "Dona", isActive: true });
    expect((await signIn(owner.email)).status).toBe(200);
    const stranger = await signIn(owner.email, "senha de outra pessoa");
    expect(stranger.failure.code).toBe("AUTH_EMAIL_NOT_CONFIRMED");
  });

  test("[T13] with one address twice at once makes exactly one account", async () => {
    const email = newEmail();
    const ids = [(await signUp({ email })).body.id, (await signUp({ email })).body.id];
    // The slower call clashes with the faster one. The job that its sign-up has added does the same work again.
    const claims = ids.map((memberId) => () => sendSignUpMail(world.context, { memberId, email }).catch(() => {}));
    await race(world.owner, holdWrites("member"), claims);
    await runJobs(world);
    const newProfiles = await Promise.all(ids.map(getProfile));
    expect(newProfiles.filter((profile) => profile !== undefined)).toMatchObject([{ email }]);
  });

  test("[T13] with an address that just signed up invalidates the earlier link", async () => {
    const email = newEmail();
    await signUp({ email });
    const first = await readLink(world, email);
    await signUp({ email });
    await runJobs(world);
    expect((await confirm(first.token)).failure.code).toBe("CONFIRMATION_LINK_INVALID");
  });

  test("mails at most 3 an hour to one address", async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await signUp({ email })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("mails a suspended member nothing", async () => {
    const { email } = await makeMember(world.owner, { suspendedAt: new Date() });
    await signUp({ email });
    await resend(email);
    expect(await kindsOf(email)).toEqual([]);
  });
});

describe("an unconfirmed account", () => {
  test("[D2.25][M8.10] learns so at sign-in, but only with the right password", async () => {
    const { id, email } = await makeMember(world.owner, { awaitsConfirmation: true });
    const reply = await signIn(email);
    expect(reply.status).toBe(403);
    expect(reply.failure).toMatchObject({
      code: "AUTH_EMAIL_NOT_CONFIRMED",
      userMessage: "Por favor, confirme seu email antes de fazer login.",
    });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect((await signIn(email, "outra senha")).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    const sessions = await world.owner.selectFrom("session").select("id").where("memberId", "=", id).execute();
    expect(sessions).toEqual([]);
  });

  test("[D2.25][D2.21] is not found when it is suspended too", async () => {
    const { email } = await makeMember(world.owner, { awaitsConfirmation: true, suspendedAt: new Date() });
    expect((await signIn(email)).failure.code).toBe("PROFILE_NOT_FOUND");
  });

  test("[T13][D2.24] is invisible to everybody", async () => {
    const hiddenMember = await makeMember(world.owner, { awaitsConfirmation: true });
    const { browser } = await makeSignedIn(world, { role: "daddy" });
    const { api } = browser;
    expect((await api.profiles.read({ params: { id: hiddenMember.id } })).failure.code).toBe("NOT_FOUND");
    expect((await api.favorites.add({ params: { id: hiddenMember.id } })).failure.code).toBe("NOT_FOUND");
    const send = { params: { memberId: hiddenMember.id }, body: { clientId: crypto.randomUUID(), text: "oi" } };
    expect((await api.messaging.send(send)).failure.code).toBe("NOT_FOUND");
    expect((await api.messaging.chat({ params: { memberId: hiddenMember.id } })).failure.code).toBe("NOT_FOUND");
    const shownMember = await makeMember(world.owner);
    const list = JSON.stringify((await api.discovery.list({ query: { seed: 1 } })).body);
    expect(list).toContain(shownMember.id);
    expect(list).not.toContain(hiddenMember.id);
    const presence = await api.presence.list({ query: { ids: [hiddenMember.id] } });
    expect(JSON.stringify(presence.body)).not.toContain(hiddenMember.id);
  });

  test("[T13][D2.24] cannot do anything, even with a session", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy", awaitsConfirmation: true });
    const baby = await makeMember(world.owner);
    const browser = await openBrowserOf(world, id);
    const body = { clientId: crypto.randomUUID(), text: "oi" };
    const replies = [
      await browser.api.messaging.send({ params: { memberId: baby.id }, body }),
      await browser.api.presence.ping(),
      await browser.api.favorites.add({ params: { id: baby.id } }),
      await browser.api.discovery.list({ query: { seed: 1 } }),
    ];
    expect(replies.map(({ failure }) => failure.code)).toEqual(Array(4).fill("AUTH_SESSION_EXPIRED"));
    expect(await findRefusal(await openBrowserOf(world, id))).toBe(401);
    expect(await world.owner.selectFrom("message").select("id").execute()).toEqual([]);
  });

  test("[T13][D2.24] becomes visible and can sign in after its link was opened", async () => {
    const email = newEmail();
    const { id } = (await signUp({ email })).body;
    const { token } = await readLink(world, email);
    expect((await confirm(token)).body).toEqual({ kind: "account" });
    expect(await getProfile(id)).toMatchObject({ awaitsConfirmation: false, isActive: true });
    expect((await signIn(email)).status).toBe(200);
    const { browser } = await makeSignedIn(world, { role: "daddy" });
    expect((await browser.api.profiles.read({ params: { id } })).status).toBe(200);
  });

  test("[D2.25] gets a second link on request, and using one of the two ends the other", async () => {
    for (const usedLink of [0, 1]) {
      const email = newEmail();
      await signUp({ email });
      const first = await readLink(world, email);
      expect((await resend(email)).body).toEqual({});
      const tokens = [first.token, (await readLink(world, email)).token];
      expect((await confirm(tokens[usedLink] ?? "")).status).toBe(200);
      expect((await confirm(tokens[1 - usedLink] ?? "")).failure.code).toBe("CONFIRMATION_LINK_INVALID");
    }
  });
});

describe("a request for another link", () => {
  test("[T08] does the same work and gives the same answer for every address", async () => {
    const knownMembers = [await makeMember(world.owner), await makeMember(world.owner, { awaitsConfirmation: true })];
    await resend(newEmail());
    const attempt = async (email: string) => {
      let shownReply: object = {};
      const statements = await listStatements(async () => {
        const { status, body, headers } = await resend(email);
        shownReply = { status, body, names: [...headers.keys()].sort() };
      });
      return { shown: shownReply, statements };
    };
    const unknown = await attempt(newEmail());
    for (const { email } of knownMembers) expect(await attempt(email)).toEqual(unknown);
  });

  test("mails only an account that awaits confirmation", async () => {
    const [active, waitingMember] = [
      await makeMember(world.owner),
      await makeMember(world.owner, { awaitsConfirmation: true }),
    ];
    for (const { email } of [active, waitingMember]) await resend(email);
    expect([await kindsOf(active.email), await kindsOf(waitingMember.email)]).toEqual([[], ["confirmation"]]);
  });

  test("is refused beyond 3 an hour, without counting as a recovery", async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await resend(email)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await world.browser().api.accounts.requestRecovery({ body: { email } })).status).toBe(200);
  });
});

describe("a confirmation link", () => {
  let waitingMember: { id: string; email: string };
  let token: string;
  beforeEach(async () => {
    waitingMember = await makeMember(world.owner, { awaitsConfirmation: true });
    await resend(waitingMember.email);
    token = (await readLink(world, waitingMember.email)).token;
  });
  const expectDead = async () => {
    const reply = await confirm(token);
    expect([reply.status, reply.failure.code]).toEqual([410, "CONFIRMATION_LINK_INVALID"]);
    expect(reply.failure.userMessage).toBe(
      "Link de confirmação inválido ou expirado. Faça login para receber um novo link.",
    );
  };

  test("works once", async () => {
    expect((await confirm(token)).status).toBe(200);
    await expectDead();
  });

  test("stays valid next to a second link requested within the hour, until one of the two is used", async () => {
    await resend(waitingMember.email);
    const next = (await readLink(world, waitingMember.email)).token;
    expect(next).not.toBe(token);
    expect((await confirm(next)).status).toBe(200);
    await expectDead();
  });

  test("works once when it is opened twice at the same time", async () => {
    const open = () => confirm(token);
    const replies = await race(world.owner, holdWrites("accountLink"), [open, open]);
    expect(replies.map(({ status }) => status)).toEqual([200, 410]);
  });

  test("is valid for 72 hours and not a second longer", async () => {
    world.pass(72 * HOUR + 1_000);
    await expectDead();
    expect((await getProfile(waitingMember.id))?.isActive).toBe(false);
  });

  test("is not used up by opening its page", async () => {
    for (const method of ["GET", "HEAD"]) await world.browser().raw("/confirmar-email", { method });
    expect((await confirm(token)).status).toBe(200);
  });

  test("does nothing for a suspended member", async () => {
    await world.db
      .updateTable("profile")
      .set({ suspendedAt: new Date() })
      .where("memberId", "=", waitingMember.id)
      .execute();
    await expectDead();
  });

  test("cannot be used to set a password", async () => {
    const password = { password: "senha qualquer", passwordConfirmation: "senha qualquer" };
    const reply = await world.browser().api.accounts.resetPassword({ body: { token, ...password } });
    expect(reply.failure.code).toBe("RESET_LINK_INVALID");
  });
});

test("[T32] neither address nor secret is ever logged", async () => {
  const email = newEmail();
  await signUp({ email });
  const { token } = await readLink(world, email);
  await signUp({ email });
  await resend(email);
  await confirm(token);
  await runJobs(world);
  const log = world.logged.join("\n");
  for (const secret of [email, token, PASSWORD]) expect(log).not.toContain(secret);
});
