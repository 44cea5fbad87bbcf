import { describe, expect, test } from "vitest";
import { readLink, readMails } from "../../testing/mails.ts";
import { addPasskey, makeWithPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW = { password: "outra senha de teste", passwordConfirmation: "outra senha de teste" };
const CHROME = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

type Browser = ReturnType<typeof world.browser>;

const signIn = (email: string, browser: Browser = world.browser(), password = PASSWORD) =>
  browser.api.accounts.signIn({ body: { email, password, remember: false } });

const listKinds = async (email: string) => (await readMails(world, email)).map(({ kind }) => kind);

/** Makes a member who has signed in by one browser, which the account knows from then on. */
async function makeKnown(overrides: Parameters<typeof makeMember>[1] = {}) {
  const { id, email } = await makeMember(world.owner, overrides);
  const browser = world.browser();
  await signIn(email, browser);
  return { id, email, browser };
}

/** Makes such a member, and signs in to it by another browser. */
async function makeAlerted(overrides: Parameters<typeof makeMember>[1] = {}) {
  const knownMember = await makeKnown(overrides);
  const intruder = world.browser();
  await signIn(knownMember.email, intruder);
  const { page, token } = await readLink(world, knownMember.email);
  return { ...knownMember, intruder, page, token };
}

describe("[D2.55] a sign-in", () => {
  test("in the first browser of an account, or in a known one, sends no mail", async () => {
    const { email, browser } = await makeKnown();
    await signIn(email, browser);
    expect(await listKinds(email)).toEqual([]);
  });

  test("in a new browser sends a discreet mail that names the browser, whose link leads to /nao-fui-eu", async () => {
    const { email } = await makeKnown();
    await world
      .browser()
      .raw("/api/session", {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": CHROME },
        body: JSON.stringify({ email, password: PASSWORD, remember: false }),
      });
    const [mail] = await readMails(world, email);
    expect(mail?.kind).toBe("sign-in-alert");
    expect(mail?.bodyText).toContain("Chrome no Android");
    expect((await readLink(world, email)).page).toBe(`${world.context.site.origin}/nao-fui-eu`);
  });

  test("to an account that has forgotten all its browsers sends a mail, unless it was made today", async () => {
    const dormant = await makeMember(world.owner, {
      createdAt: new Date(world.context.clock.now().getTime() - 25 * HOUR),
    });
    await signIn(dormant.email);
    expect(await listKinds(dormant.email)).toEqual(["sign-in-alert"]);
    const { email } = await makeMember(world.owner, { createdAt: world.context.clock.now() });
    await signIn(email);
    expect(await listKinds(email)).toEqual([]);
  });

  test("by a passkey in a new browser sends a mail, too", async () => {
    const { email, browser } = await makeKnown();
    const { authenticator } = await addPasskey(browser);
    await signInByPasskey(world.browser(), authenticator);
    expect(await listKinds(email)).toEqual(["passkey-added", "sign-in-alert"]);
  });

  test("sends a mail right after another one with such a link, too", async () => {
    const { browser, email } = await makeKnown();
    const { id } = await addPasskey(browser);
    await browser.api.accounts.removePasskey({ params: { id } });
    await signIn(email);
    expect(await listKinds(email)).toEqual(["passkey-added", "passkey-removed", "sign-in-alert"]);
  });

  test("that is refused sends no mail", async () => {
    const { email } = await makeKnown();
    await signIn(email, world.browser(), "nunca foi esta");
    expect(await listKinds(email)).toEqual([]);
  });

  test("sends one mail in ten minutes, however many browsers there are", async () => {
    const { email } = await makeKnown();
    for (let time = 0; time < 3; time += 1) {
      await signIn(email);
      await readMails(world, email);
    }
    expect(await listKinds(email)).toEqual(["sign-in-alert"]);
    world.pass(11 * MINUTE);
    await signIn(email);
    expect(await listKinds(email)).toEqual(["sign-in-alert", "sign-in-alert"]);
  });
});

/** Changes the address of an account by one of its sessions; returns the new one. */
async function changeEmail({ api }: Browser, email = newEmail()): Promise<string> {
  expect((await api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email } })).status).toBe(200);
  return email;
}

const emailOf = async (id: string) =>
  (await world.owner.selectFrom("member").where("id", "=", id).select("email").executeTakeFirstOrThrow()).email;

/** The code of the refusal; undefined when the link worked. */
const deny = async (token: string) => {
  const reply = await world.browser().api.accounts.denySignIn({ body: { token } });
  return reply.status === 200 ? undefined : reply.failure.code;
};

/** Follows the link of an alert and sets a new password. */
async function denyAndReset(token: string): Promise<void> {
  const { api } = world.browser();
  const { recoveryToken } = (await api.accounts.denySignIn({ body: { token } })).body;
  expect((await api.accounts.resetPassword({ body: { token: recoveryToken, ...NEW } })).status).toBe(200);
}

describe('[D2.55] "Não fui eu"', () => {
  test("ends every session, voids the password, and leads to a new one", async () => {
    const { email, browser, intruder, token } = await makeAlerted();
    const { api } = world.browser();
    expect((await api.accounts.checkSignInAlert({ body: { token } })).status).toBe(200);
    const { recoveryToken } = (await api.accounts.denySignIn({ body: { token } })).body;
    for (const open of [browser, intruder]) expect((await open.api.accounts.session()).body.user).toBeNull();
    expect((await signIn(email, intruder)).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    expect((await api.accounts.resetPassword({ body: { token: recoveryToken, ...NEW } })).status).toBe(200);
    expect((await signIn(email, world.browser(), NEW.password)).status).toBe(200);
  });

  test("takes away the member's passkeys, which the intruder may have added", async () => {
    const { intruder, token } = await makeAlerted();
    const { authenticator } = await addPasskey(intruder);
    await world.browser().api.accounts.denySignIn({ body: { token } });
    expect((await signInByPasskey(world.browser(), authenticator)).failure.code).toBe("AUTH_PASSKEY_REFUSED");
  });

  test("leaves the passkeys of staff, and the audit log says it", async () => {
    const { id, authenticator } = await makeWithPasskey(world, { role: "admin" });
    const { email } = await world.owner
      .selectFrom("member")
      .where("id", "=", id)
      .select("email")
      .executeTakeFirstOrThrow();
    await signInByPasskey(world.browser(), authenticator);
    await signInByPasskey(world.browser(), authenticator);
    const { token } = await readLink(world, email);
    expect((await world.browser().api.accounts.denySignIn({ body: { token } })).status).toBe(200);
    expect((await signInByPasskey(world.browser(), authenticator)).status).toBe(200);
    const entries = world.owner.selectFrom("auditEntry").where("subjectId", "=", id).orderBy("id").select("action");
    expect((await entries.execute()).map(({ action }) => action)).toEqual([
      "admin.passkey-added",
      "admin.signed-in",
      "admin.signed-in",
      "admin.sign-in-denied",
      "admin.signed-in",
    ]);
  });

  test("still works after the intruder has changed the password or the address", async () => {
    const changes = [
      ({ api }: Browser) => api.accounts.changePassword({ body: { currentPassword: PASSWORD, ...NEW } }),
      ({ api }: Browser) => api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: newEmail() } }),
    ];
    for (const change of changes) {
      const { intruder, token } = await makeAlerted();
      expect((await change(intruder)).status).toBe(200);
      expect((await world.browser().api.accounts.denySignIn({ body: { token } })).status).toBe(200);
      expect((await intruder.api.accounts.session()).body.user).toBeNull();
    }
  });

  test("still works after the intruder has changed the address and signed in by one more browser", async () => {
    const { id, email, intruder, token } = await makeAlerted();
    const to = await changeEmail(intruder);
    world.pass(11 * MINUTE);
    const second = world.browser();
    await signIn(to, second);
    expect(await listKinds(to)).toEqual(["sign-in-alert"]);
    await denyAndReset(token);
    expect((await second.api.accounts.session()).body.user).toBeNull();
    expect((await signIn(email, world.browser(), NEW.password)).body.user?.id).toBe(id);
  });

  test("brings back the address that the mail was sent to, and no mail of the intruder's address undoes that", async () => {
    const { id, email, intruder, token } = await makeAlerted();
    const to = await changeEmail(intruder);
    world.pass(11 * MINUTE);
    await signIn(to);
    const ofIntruder = await readLink(world, to);
    await denyAndReset(token);
    expect(await emailOf(id)).toBe(email);
    expect(await deny(ofIntruder.token)).toBe("SIGN_IN_ALERT_LINK_INVALID");
    expect(await listKinds(to)).toEqual(["sign-in-alert", "email-restored"]);
    await expect(readLink(world, to)).rejects.toThrow("no link");
  });

  test("is in the mail that tells the old address of a change, too", async () => {
    const { id, email, browser } = await makeKnown();
    await changeEmail(browser);
    expect(await listKinds(email)).toEqual(["email-changed"]);
    const { page, token } = await readLink(world, email);
    expect(page).toBe(`${world.context.site.origin}/nao-fui-eu`);
    await denyAndReset(token);
    expect(await emailOf(id)).toBe(email);
    expect((await browser.api.accounts.session()).body.user).toBeNull();
  });

  test("is not handed to an intruder by the member's own change back to the address that the account had", async () => {
    const { id, email, browser, intruder } = await makeAlerted();
    const to = await changeEmail(intruder);
    world.pass(11 * MINUTE);
    await signIn(to);
    const ofIntruder = await readLink(world, to);
    await changeEmail(browser, email);
    expect(await listKinds(to)).toEqual(["sign-in-alert", "email-restored"]);
    await expect(readLink(world, to)).rejects.toThrow("no link");
    expect(await deny(ofIntruder.token)).toBe("SIGN_IN_ALERT_LINK_INVALID");
    // The same change once more sends the member a link again.
    await changeEmail(intruder, to);
    const { token } = await readLink(world, email);
    await denyAndReset(token);
    expect(await emailOf(id)).toBe(email);
  });

  test("outlives a recovery and a denial by mails to the address that the intruder has set", async () => {
    for (const means of ["recovery", "denial"] as const) {
      const { id, email, intruder, token } = await makeAlerted();
      const to = await changeEmail(intruder);
      world.pass(11 * MINUTE);
      if (means === "recovery") await intruder.api.accounts.requestRecovery({ body: { email: to } });
      else await signIn(to);
      const mailedToken = (await readLink(world, to)).token;
      if (means === "denial") await denyAndReset(mailedToken);
      else
        expect((await intruder.api.accounts.resetPassword({ body: { token: mailedToken, ...NEW } })).status).toBe(200);
      expect(await emailOf(id), means).toBe(to);
      expect(await deny(token), means).toBeUndefined();
      expect(await emailOf(id), means).toBe(email);
    }
  });

  test("ends the sessions, but cannot bring back an address that another account has by now", async () => {
    const { id, email, intruder, token } = await makeAlerted();
    const to = await changeEmail(intruder);
    await makeMember(world.owner, { email });
    await denyAndReset(token);
    expect(await emailOf(id)).toBe(to);
    expect((await intruder.api.accounts.session()).body.user).toBeNull();
  });

  test("works once, also when it is used twice at the same time, and is not used up by a check", async () => {
    const { token } = await makeAlerted();
    const { api } = world.browser();
    await api.accounts.checkSignInAlert({ body: { token } });
    const deny = () => api.accounts.denySignIn({ body: { token } });
    const replies = await race(world.owner, holdWrites("accountLink"), [deny, deny]);
    expect(replies.map(({ status }) => status)).toEqual([200, 410]);
    expect((await api.accounts.checkSignInAlert({ body: { token } })).failure.code).toBe("SIGN_IN_ALERT_LINK_INVALID");
  });

  test("is refused after a week, after a recovery, for a suspended member, and for a link of another kind", async () => {
    const recovered = await makeAlerted();
    await world.browser().api.accounts.requestRecovery({ body: { email: recovered.email } });
    const recovery = await readLink(world, recovered.email);
    expect((await world.browser().api.accounts.resetPassword({ body: { token: recovery.token, ...NEW } })).status).toBe(
      200,
    );
    expect(await deny(recovered.token)).toBe("SIGN_IN_ALERT_LINK_INVALID");
    const suspended = await makeAlerted();
    await world.owner
      .updateTable("profile")
      .set({ suspendedAt: new Date() })
      .where("memberId", "=", suspended.id)
      .execute();
    expect(await deny(suspended.token)).toBe("SIGN_IN_ALERT_LINK_INVALID");
    const { email } = await makeMember(world.owner);
    await world.browser().api.accounts.requestRecovery({ body: { email } });
    expect(await deny((await readLink(world, email)).token)).toBe("SIGN_IN_ALERT_LINK_INVALID");
    const late = await makeAlerted();
    world.pass(168 * HOUR);
    expect(await deny(late.token)).toBe("SIGN_IN_ALERT_LINK_INVALID");
    expect((await (await openBrowserOf(world, late.id)).api.accounts.session()).body.user?.id).toBe(late.id);
  });
});
