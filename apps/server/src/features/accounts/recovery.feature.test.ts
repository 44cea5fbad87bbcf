import { createHash } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { changePassword } from "../../base/members/member-queries.ts";
import { productSender } from "../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../platform/secrets/passwords.ts";
import { runJobs } from "../../testing/jobs.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { listStatements } from "../../testing/statements.ts";
import { openWorld } from "../../testing/world.ts";
import { makeOrRecoverAdmin } from "./commands.ts";
import { sweepLinks } from "./retention-jobs.ts";

const world = await openWorld();
const HOUR = 3_600_000;
const NEW_PASSWORD = "outra senha bem guardada";

const request = (email: string, browser = world.browser()) => browser.api.accounts.requestRecovery({ body: { email } });
const check = (token: string) => world.browser().api.accounts.checkRecovery({ body: { token } });
const reset = (token: string, password = NEW_PASSWORD) =>
  world.browser().api.accounts.resetPassword({ body: { token, password, passwordConfirmation: password } });
const signIn = (email: string, password: string) =>
  world.browser().api.accounts.signIn({ body: { email, password, remember: false } });

/** A member who just got a recovery link. */
async function makeAsking(overrides: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(world.owner, overrides);
  await request(member.email);
  return { ...member, ...(await readLink(world, member.email)) };
}

async function expectDead(token: string) {
  for (const reply of [await check(token), await reset(token)]) {
    expect(reply.status).toBe(410);
    expect(reply.failure).toMatchObject({
      code: "RESET_LINK_INVALID",
      userMessage: "Link de redefinição de senha inválido ou expirado. Por favor, solicite um novo link.",
    });
  }
}

describe("a request for a recovery link", () => {
  test("[T08][D2.26] does the same work and gives the same answer for a known and an unknown address", async () => {
    const knownMembers = await Promise.all([
      makeMember(world.owner),
      makeMember(world.owner, { suspendedAt: new Date() }),
      makeMember(world.owner, { deactivatedAt: new Date() }),
      makeMember(world.owner, { role: "admin" }),
    ]);
    // After this request, none of the measured ones opens a connection or prepares a statement.
    await request(newEmail());
    const attempt = async (email: string) => {
      let shownReply: object = {};
      const statements = await listStatements(async () => {
        const { status, body, headers } = await request(email);
        const stableHeaders = [...headers].filter(([name]) => name !== "x-request-id" && name !== "date").sort();
        shownReply = { status, body, sent: stableHeaders };
      });
      const { rows } = await sql`
        select t.identifier, priority, max_attempts, json_object_keys(payload) as keys
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where payload->>'email' = ${email}`.execute(world.owner);
      return { shown: shownReply, statements, rows };
    };
    const unknown = await attempt(newEmail());
    for (const { email } of knownMembers) expect(await attempt(email)).toEqual(unknown);
    expect(unknown).toMatchObject({
      shown: { status: 200, body: {} },
      statements: [expect.stringContaining("add_app_job")],
      rows: [{ identifier: "send-recovery", keys: "email" }],
    });
  });

  test.each([
    ["active", {}, ["recovery"]],
    ["of the staff", { role: "admin" as const }, ["recovery"]],
    ["left by its member", { deactivatedAt: new Date() }, ["recovery"]],
    ["not confirmed", { awaitsConfirmation: true }, ["sign-up-pending"]],
    ["suspended", { suspendedAt: new Date() }, []],
  ])("mails an account that is %s what it should", async (_, facts, kinds) => {
    const { email } = await makeMember(world.owner, facts);
    await request(email);
    expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(kinds);
  });

  test("mails nothing to an address without an account", async () => {
    const email = newEmail();
    await request(email);
    expect(await readMails(world, email)).toEqual([]);
  });

  test("[T09] mails a secret of 256 bits behind the #, and stores only its hash", async () => {
    const { id, page, token } = await makeAsking();
    expect(page).toBe(`${world.context.site.origin}/redefinir-senha`);
    const links = await world.owner.selectFrom("accountLink").selectAll().where("memberId", "=", id).execute();
    expect(links).toMatchObject([{ kind: "recovery", tokenHash: createHash("sha256").update(token).digest() }]);
    expect(JSON.stringify(links)).not.toContain(token);
  });

  test("[T09] takes the host of the link from the settings, never from the request", async () => {
    const site = await openWorld({ PUBLIC_URL: "http://caramelo.example" });
    const { email } = await makeMember(site.owner);
    const headers = {
      origin: "http://caramelo.example",
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      "x-forwarded-proto": "https",
    };
    const reply = await site.app.inject({ method: "POST", url: "/api/recovery", headers, payload: { email } });
    expect(reply.statusCode).toBe(200);
    expect((await readLink(site, email)).page).toBe("http://caramelo.example/redefinir-senha");
    expect(JSON.stringify(await readMails(site, email))).not.toContain("evil");
  });

  test("[D2.27] is refused beyond 3 an hour for one address, and adds no job", async () => {
    const email = newEmail();
    for (let at = 0; at < 3; at += 1) expect((await request(email)).status).toBe(200);
    const statements = await listStatements(async () => expect((await request(email)).status).toBe(429));
    expect(statements).toEqual([]);
  });

  test("[D2.27] answers an error when the queue refuses the job", async () => {
    await sql`alter function add_app_job rename to gone`.execute(world.owner);
    const reply = await request(newEmail()).finally(async () => {
      await sql`alter function gone rename to add_app_job`.execute(world.owner);
    });
    expect([reply.status, reply.failure.code]).toEqual([500, "SERVER_ERROR"]);
  });
});

describe("a recovery link", () => {
  test("[D2.28][M4.28] sets a new password once, and mails the owner", async () => {
    const { email, token } = await makeAsking();
    expect((await reset(token)).body).toEqual({ waysLeft: [] });
    expect((await signIn(email, PASSWORD)).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    await expectDead(token);
    const kinds = (await readMails(world, email)).map(({ kind }) => kind);
    // Only the browser of the link is known from then on, so the sign-in in another one is mailed.
    expect(kinds).toEqual(["recovery", "password-changed", "sign-in-alert"]);
  });

  test("[T09] used three times at the same time works once, and that password is in force", async () => {
    const { email, token } = await makeAsking();
    const passwords = Array.from({ length: 3 }, (_, at) => `uma senha de número ${at}`);
    const resets = passwords.map((password) => () => reset(token, password));
    const replies = await race(world.owner, holdWrites("accountLink"), resets);
    expect(replies.map(({ status }) => status)).toEqual([200, 410, 410]);
    expect((await signIn(email, passwords[0] ?? "")).status).toBe(200);
    const kinds = (await readMails(world, email)).map(({ kind }) => kind);
    expect(kinds).toEqual(["recovery", "password-changed", "sign-in-alert"]);
  });

  test("[T09] is not voided by others of the same hour, whoever requested them, and ends them once it is used", async () => {
    const own = await makeAsking();
    const others: string[] = [];
    for (let at = 0; at < 2; at += 1) {
      await request(own.email, world.browser(`203.0.113.${40 + at}`));
      others.push((await readLink(world, own.email)).token);
    }
    expect(new Set([own.token, ...others]).size).toBe(3);
    for (const token of [own.token, ...others]) expect((await check(token)).status).toBe(200);
    expect((await reset(own.token)).status).toBe(200);
    for (const token of [own.token, ...others]) await expectDead(token);
  });

  test("[T09] that is older than an hour is voided by the next one", async () => {
    const { email, token } = await makeAsking();
    world.pass(HOUR + 1_000);
    await request(email);
    const next = await readLink(world, email);
    await expectDead(token);
    expect((await check(next.token)).status).toBe(200);
  });

  test("[T09] is not used up by opening its page or checking it", async () => {
    const { token } = await makeAsking();
    const browser = world.browser();
    for (const method of ["GET", "HEAD"])
      for (const path of [`/redefinir-senha?${token}`, "/redefinir-senha", "/api/recovery/check"])
        await browser.raw(path, { method });
    for (let at = 0; at < 3; at += 1) expect((await check(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  test("[T09][D2.28][M9.06] is valid for 24 hours and not a second longer", async () => {
    const { token } = await makeAsking();
    world.pass(24 * HOUR - 30_000);
    expect((await check(token)).status).toBe(200);
    world.pass(31_000);
    await expectDead(token);
  });

  test("[T09] is invalid once the password or the address was changed", async () => {
    for (const what of ["password", "email"] as const) {
      const { id, email, token } = await makeAsking();
      const { accounts } = (await openBrowserOf(world, id)).api;
      const own = { currentPassword: PASSWORD };
      const password = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
      if (what === "password") await accounts.changePassword({ body: { ...own, ...password } });
      else await accounts.changeEmail({ body: { ...own, email: newEmail() } });
      expect(await readMails(world, email)).toHaveLength(2);
      await expectDead(token);
    }
  });

  test("[T09] is invalid once an operator gave a staff account a new password", async () => {
    const { email, token } = await makeAsking({ role: "admin" });
    const asOwner = { db: world.owner, clock: world.context.clock };
    await makeOrRecoverAdmin(asOwner, { email, password: undefined });
    await expectDead(token);
  });

  test("[T09][T11] is invalid for a member who was suspended since", async () => {
    const { id, token } = await makeAsking();
    await world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute();
    await expectDead(token);
  });

  test("[T09] cannot be guessed, nor derived from what the database holds", async () => {
    const { id, token } = await makeAsking();
    const { tokenHash } = await world.owner
      .selectFrom("accountLink")
      .select("tokenHash")
      .where("memberId", "=", id)
      .executeTakeFirstOrThrow();
    await expectDead(tokenHash.toString("base64url"));
    await expectDead(token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase());
    for (const wrong of ["", token.slice(1), `${token}x`, `${token.slice(1)}%`])
      expect((await check(wrong)).failure.code).toBe("VALIDATION_ERROR");
    expect((await check(token)).status).toBe(200);
  });

  test("does not confirm an address, and a confirmation link resets no password", async () => {
    const { token } = await makeAsking();
    const reply = await world.browser().api.accounts.confirmEmail({ body: { token } });
    expect(reply.failure.code).toBe("CONFIRMATION_LINK_INVALID");
  });

  test("[D2.28][T09] ends every session of the account at once, and every live connection", async () => {
    const { id, token } = await makeAsking();
    const [phone, laptop, stranger] = [
      await openBrowserOf(world, id),
      await openBrowserOf(world, id, true),
      await openBrowserOf(world, (await makeMember(world.owner)).id),
    ];
    const sockets = await Promise.all([openLiveSocket(phone), openLiveSocket(laptop)]);
    expect((await reset(token)).status).toBe(200);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    for (const browser of [phone, laptop]) {
      expect((await browser.api.presence.ping()).failure.code).toBe("AUTH_SESSION_EXPIRED");
      expect((await browser.api.accounts.session()).body.user).toBeNull();
    }
    expect((await stranger.api.accounts.session()).body.user).not.toBeNull();
  });

  test("[T09] signs nobody in, so that its holder must sign in with the new password", async () => {
    const { token } = await makeAsking();
    const browser = world.browser();
    const password = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
    const reply = await browser.api.accounts.resetPassword({ body: { token, ...password } });
    expect(reply.status).toBe(200);
    expect([...browser.jar.keys()]).toEqual([expect.stringContaining("caramelo-device")]);
    expect((await browser.api.accounts.session()).body.user).toBeNull();
  });

  test("[M4.28][M2.32] signs out the browser that was still signed in, without calling its session expired", async () => {
    const { id, token } = await makeAsking();
    const [mine, otherBrowser] = [
      await openBrowserOf(world, id),
      await openBrowserOf(world, (await makeMember(world.owner)).id),
    ];
    const password = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
    await mine.api.accounts.resetPassword({ body: { token, ...password } });
    expect((await mine.api.accounts.session()).body).toEqual({ user: null, hasExpired: false });
    const again = await makeAsking();
    await otherBrowser.api.accounts.resetPassword({ body: { token: again.token, ...password } });
    expect((await otherBrowser.api.accounts.session()).body.user).not.toBeNull();
  });

  test("[T09] a sign-in with the old password fails when a reset commits first", async () => {
    const { id, email } = await makeMember(world.owner);
    const passwordHash = await hashPassword(NEW_PASSWORD, productSender);
    const attempt = await world.owner.transaction().execute(async (trx) => {
      await changePassword(trx, id, passwordHash, new Date());
      const waitingSignIn = signIn(email, PASSWORD);
      await waitForLocks(world.owner, 1);
      return { waiting: waitingSignIn };
    });
    expect((await attempt.waiting).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    const sessions = await world.owner.selectFrom("session").select("id").where("memberId", "=", id).execute();
    expect(sessions).toEqual([]);
  });

  test("of a deactivated member sets the password, and only signing in with it reactivates them", async () => {
    const { id, email, token } = await makeAsking({ deactivatedAt: new Date() });
    expect((await reset(token)).status).toBe(200);
    const profile = () =>
      world.db.selectFrom("profile").select("isActive").where("memberId", "=", id).executeTakeFirst();
    expect(await profile()).toEqual({ isActive: false });
    expect((await signIn(email, NEW_PASSWORD)).body.wasReactivated).toBe(true);
  });
});

describe("the new password of a recovery", () => {
  const fields = async (token: string, password: string) => {
    const reply = await reset(token, password);
    expect([reply.status, reply.failure.code]).toEqual([400, "VALIDATION_ERROR"]);
    return reply.failure.details?.fields;
  };

  test("[D2.14] must satisfy the rules, and a refused one leaves the link valid", async () => {
    const { token } = await makeAsking();
    expect((await check(token)).body).toEqual({ isFirstPassword: false, passwordMin: 6 });
    expect(await fields(token, "12345")).toEqual({ password: "A senha deve ter pelo menos 6 caracteres" });
    expect(await fields(token, "123456789")).toEqual({ password: "Escolha uma senha menos comum." });
    expect((await reset(token)).status).toBe(200);
  });

  test("[D2.17] needs 12 characters for staff", async () => {
    const { token } = await makeAsking({ role: "admin" });
    expect((await check(token)).body).toEqual({ isFirstPassword: false, passwordMin: 12 });
    expect(await fields(token, "onze letras")).toEqual({
      password: "A senha da equipe deve ter pelo menos 12 caracteres",
    });
    expect((await reset(token, "doze letras!")).status).toBe(200);
  });

  test("must be repeated", async () => {
    const { token } = await makeAsking();
    const body = { token, password: NEW_PASSWORD, passwordConfirmation: "outra" };
    const reply = await world.browser().api.accounts.resetPassword({ body });
    expect(reply.failure.details?.fields).toEqual({ passwordConfirmation: "As senhas não coincidem" });
  });
});

test("[T32] neither address nor secret nor password is ever logged", async () => {
  const { email, token } = await makeAsking();
  await reset(token);
  await reset(token);
  await runJobs(world);
  const log = world.logged.join("\n");
  for (const secret of [email, token, NEW_PASSWORD, PASSWORD]) expect(log).not.toContain(secret);
});

test("[T09] links are kept for 30 days after their end, then swept", async () => {
  const { id } = await makeAsking();
  const count = async () =>
    (await world.owner.selectFrom("accountLink").select("id").where("memberId", "=", id).execute()).length;
  world.pass(31 * 24 * HOUR - 60_000);
  await sweepLinks(world.context);
  expect(await count()).toBe(1);
  world.pass(120_000);
  expect(await sweepLinks(world.context)).toBeGreaterThanOrEqual(1);
  expect(await count()).toBe(0);
});
