import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { runJobs } from "../../testing/jobs.ts";
import { findRefusal } from "../../testing/live-socket.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { listStatements } from "../../testing/statements.ts";
import { openWorld } from "../../testing/world.ts";
import { sweepLinks } from "./jobs.ts";

const world = await openWorld({ EMAIL_CONFIRMATION: "on" });
const HOUR = 3_600_000;
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 64, height: 64 }))]);

const signUp = (changes: Parameters<typeof signUpForm>[0] = {}) =>
  world.browser().api.accounts.signUp({ body: signUpForm(changes), photos: [small, small] });
const signIn = (email: string, password = PASSWORD) =>
  world.browser().api.accounts.signIn({ body: { email, password, remember: false } });
const confirm = (token: string) => world.browser().api.accounts.confirmEmail({ body: { token } });
const resend = (email: string) => world.browser().api.accounts.resendConfirmation({ body: { email } });
const kindsOf = async (email: string) => (await readMails(world, email)).map(({ kind }) => kind);
const getProfile = (memberId: string) =>
  world.db
    .selectFrom("profile")
    .innerJoin("member", "member.id", "profile.memberId")
    .where("memberId", "=", memberId)
    .select(["name", "email", "awaitsConfirmation", "isActive"])
    .executeTakeFirst();

describe("a sign-up, where addresses are confirmed", () => {
  test("[D2.23] makes an account that waits, and mails its link", async () => {
    const email = newEmail();
    const reply = await signUp({ email });
    expect(reply).toMatchObject({ status: 200, body: { id: expect.any(String), awaitsConfirmation: true } });
    expect(await getProfile(reply.body.id)).toMatchObject({ email, awaitsConfirmation: true, isActive: false });
    expect(await kindsOf(email)).toEqual(["confirmation"]);
    expect((await readLink(world, email)).page).toBe(`${world.context.site.origin}/confirmar-email`);
  });

  test("[T08][D2.23] does and shows the very same for a known and a new address", async () => {
    const known = [
      await makeMember(world.owner),
      await makeMember(world.owner, { awaitsConfirmation: true }),
      await makeMember(world.owner, { suspendedAt: new Date() }),
      await makeMember(world.owner, { role: "admin" }),
    ];
    await signUp();
    const attempt = async (email: string) => {
      let shown: object = {};
      const statements = await listStatements(async () => {
        const { status, body, headers } = await signUp({ email });
        const told = [...headers].filter(([name]) => name !== "x-request-id" && name !== "date").sort();
        const { id, ...rest } = body;
        expect(id).toMatch(/^[0-9a-f-]{36}$/);
        shown = { status, rest, told };
      });
      // The one word that differs: what was written stays, or is taken back.
      const same = statements.map((text) => text.replace(/^(?:release|rollback to) savepoint/, "end savepoint"));
      const { rows } = await sql`
        select t.identifier, json_object_keys(payload) as keys
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where payload->>'email' = ${email}`.execute(world.owner);
      return { shown, same, rows };
    };
    const unknown = await attempt(newEmail());
    for (const { email } of known) expect(await attempt(email)).toEqual(unknown);
    expect(unknown.shown).toMatchObject({ status: 200, rest: { awaitsConfirmation: true } });
    expect(unknown.rows).toEqual(["email", "memberId"].map((keys) => ({ identifier: "send-sign-up-mail", keys })));
    expect(unknown.same.length).toBeGreaterThan(10);
  });

  test("[D2.23] with a known address changes nothing of its account, and tells its owner", async () => {
    const owner = await makeMember(world.owner, { name: "Dona" });
    const reply = await signUp({ email: owner.email.toUpperCase(), name: "Outra", password: "senha de outra pessoa" });
    expect(reply.body.id).not.toBe(owner.id);
    expect(await getProfile(reply.body.id)).toBeUndefined();
    expect(await getProfile(owner.id)).toMatchObject({ name: "Dona", isActive: true });
    expect(await kindsOf(owner.email)).toEqual(["sign-up-attempt"]);
    expect((await signIn(owner.email)).status).toBe(200);
    expect((await signIn(owner.email, "senha de outra pessoa")).status).toBe(401);
  });

  test("[T13] of two at once with one address exactly one makes the account", async () => {
    const email = newEmail();
    const replies = await Promise.all([signUp({ email }), signUp({ email })]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const made = await Promise.all(replies.map(({ body }) => getProfile(body.id)));
    expect(made.filter((profile) => profile !== undefined)).toMatchObject([{ email }]);
  });

  test("[T13] with an address that waits leaves it to the reader of the mailbox whose password counts", async () => {
    const email = newEmail();
    await signUp({ email, password: "senha de quem chegou antes" });
    await runJobs(world);
    await signUp({ email });
    expect(await kindsOf(email)).toEqual(["confirmation", "sign-up-pending"]);
    const { page, token } = await readLink(world, email);
    expect(page).toMatch(/\/redefinir-senha$/);
    const password = { password: "senha da dona", passwordConfirmation: "senha da dona" };
    expect((await world.browser().api.accounts.resetPassword({ body: { token, ...password } })).status).toBe(200);
    expect((await signIn(email, "senha de quem chegou antes")).status).toBe(401);
    expect((await signIn(email, "senha da dona")).status).toBe(200);
  });

  test("[T13] with an address that waits shuts out whoever came before, by every link and however long ago", async () => {
    const email = newEmail();
    await signUp({ email, password: "senha de quem chegou antes" });
    const first = await readLink(world, email);
    world.pass(40 * 24 * HOUR);
    await sweepLinks(world.context);
    await signUp({ email });
    expect(await kindsOf(email)).toEqual(["confirmation", "sign-up-pending"]);
    expect((await confirm(first.token)).failure.code).toBe("CONFIRMATION_LINK_INVALID");
    expect((await signIn(email, "senha de quem chegou antes")).status).toBe(401);
    await resend(email);
    expect((await readLink(world, email)).page).toMatch(/\/redefinir-senha$/);
    world.pass(40 * 24 * HOUR);
    await sweepLinks(world.context);
    await resend(email);
    expect((await confirm((await readLink(world, email)).token)).status).toBe(200);
    expect((await signIn(email, "senha de quem chegou antes")).status).toBe(401);
  });

  test("[T13] with an address that just signed up voids the link of the one before", async () => {
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

  test("tells a suspended member nothing", async () => {
    const { email } = await makeMember(world.owner, { suspendedAt: new Date() });
    await signUp({ email });
    await resend(email);
    expect(await kindsOf(email)).toEqual([]);
  });
});

describe("an account that is not confirmed", () => {
  test("[D2.25][M8.10] is told so at sign-in, after the right password only", async () => {
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

  test("[D2.25][D2.21] that is suspended as well is not found", async () => {
    const { email } = await makeMember(world.owner, { awaitsConfirmation: true, suspendedAt: new Date() });
    expect((await signIn(email)).failure.code).toBe("PROFILE_NOT_FOUND");
  });

  test("[T13][D2.24] is invisible to everybody", async () => {
    const hidden = await makeMember(world.owner, { awaitsConfirmation: true });
    const { browser } = await makeSignedIn(world, { role: "daddy" });
    const { api } = browser;
    expect((await api.profiles.read({ params: { id: hidden.id } })).failure.code).toBe("NOT_FOUND");
    expect((await api.favorites.add({ params: { id: hidden.id } })).failure.code).toBe("NOT_FOUND");
    const send = { params: { memberId: hidden.id }, body: { clientId: crypto.randomUUID(), text: "oi" } };
    expect((await api.messaging.send(send)).failure.code).toBe("NOT_FOUND");
    expect((await api.messaging.room({ params: { memberId: hidden.id } })).failure.code).toBe("NOT_FOUND");
    const shown = await makeMember(world.owner);
    const list = JSON.stringify((await api.discovery.list({ query: { seed: 1 } })).body);
    expect(list).toContain(shown.id);
    expect(list).not.toContain(hidden.id);
    const presence = await api.presence.list({ query: { ids: [hidden.id] } });
    expect(JSON.stringify(presence.body)).not.toContain(hidden.id);
  });

  test("[T13][D2.24] cannot do anything, even with a session", async () => {
    const { id } = await makeMember(world.owner, { role: "daddy", awaitsConfirmation: true });
    const baby = await makeMember(world.owner);
    const browser = await openBrowserOf(world, id);
    const body = { clientId: crypto.randomUUID(), text: "oi" };
    const replies = [
      await browser.api.messaging.send({ params: { memberId: baby.id }, body }),
      await browser.api.presence.pulse(),
      await browser.api.favorites.add({ params: { id: baby.id } }),
      await browser.api.discovery.list({ query: { seed: 1 } }),
    ];
    expect(replies.map(({ failure }) => failure.code)).toEqual(Array(4).fill("AUTH_SESSION_EXPIRED"));
    expect(await findRefusal(await openBrowserOf(world, id))).toBe(401);
    expect(await world.owner.selectFrom("message").select("id").execute()).toEqual([]);
  });

  test("[T13][D2.24] begins with its link: seen, and able to sign in", async () => {
    const email = newEmail();
    const { id } = (await signUp({ email })).body;
    const { token } = await readLink(world, email);
    expect((await confirm(token)).body).toEqual({ kind: "account" });
    expect(await getProfile(id)).toMatchObject({ awaitsConfirmation: false, isActive: true });
    expect((await signIn(email)).status).toBe(200);
    const { browser } = await makeSignedIn(world, { role: "daddy" });
    expect((await browser.api.profiles.read({ params: { id } })).status).toBe(200);
  });

  test("[D2.25] gets its link again on request; the one before is dead", async () => {
    const email = newEmail();
    await signUp({ email });
    const first = await readLink(world, email);
    expect((await resend(email)).body).toEqual({});
    const second = await readLink(world, email);
    expect((await confirm(first.token)).failure.code).toBe("CONFIRMATION_LINK_INVALID");
    expect((await confirm(second.token)).status).toBe(200);
  });
});

describe("asking for the link again", () => {
  test("[T08] does and shows the very same whatever the address", async () => {
    const known = [await makeMember(world.owner), await makeMember(world.owner, { awaitsConfirmation: true })];
    await resend(newEmail());
    const attempt = async (email: string) => {
      let shown: object = {};
      const statements = await listStatements(async () => {
        const { status, body, headers } = await resend(email);
        shown = { status, body, names: [...headers.keys()].sort() };
      });
      return { shown, statements };
    };
    const unknown = await attempt(newEmail());
    for (const { email } of known) expect(await attempt(email)).toEqual(unknown);
  });

  test("mails only an account that waits for it", async () => {
    const [active, waiting] = [
      await makeMember(world.owner),
      await makeMember(world.owner, { awaitsConfirmation: true }),
    ];
    for (const { email } of [active, waiting]) await resend(email);
    expect([await kindsOf(active.email), await kindsOf(waiting.email)]).toEqual([[], ["confirmation"]]);
  });

  test("beyond 3 an hour is refused, and takes nothing from recovery", async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await resend(email)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await world.browser().api.accounts.requestRecovery({ body: { email } })).status).toBe(200);
  });
});

describe("a confirmation link", () => {
  let waiting: { id: string; email: string };
  let token: string;
  beforeEach(async () => {
    waiting = await makeMember(world.owner, { awaitsConfirmation: true });
    await resend(waiting.email);
    token = (await readLink(world, waiting.email)).token;
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

  test("of two at once wins once", async () => {
    const replies = await Promise.all([confirm(token), confirm(token)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  test("lives for 72 hours and not a second longer", async () => {
    world.pass(72 * HOUR + 1_000);
    await expectDead();
    expect((await getProfile(waiting.id))?.isActive).toBe(false);
  });

  test("is not used up by opening its page", async () => {
    for (const method of ["GET", "HEAD"]) await world.browser().raw("/confirmar-email", { method });
    expect((await confirm(token)).status).toBe(200);
  });

  test("does nothing for a suspended member", async () => {
    await world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", waiting.id).execute();
    await expectDead();
  });

  test("sets no password: for that it is no link", async () => {
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
