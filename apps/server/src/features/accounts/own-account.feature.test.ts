import { beforeEach, describe, expect, test } from "vitest";
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
import { openWorld, type World } from "../../testing/world.ts";

const world = await openWorld();
const careful = await openWorld({ EMAIL_CONFIRMATION: "on" });
const NEW_PASSWORD = "outra senha bem guardada";
const WRONG = { currentPassword: "Senha atual incorreta" };

type Browser = ReturnType<World["browser"]>;

const signIn = (email: string, password = PASSWORD, where = world) =>
  where.browser().api.accounts.signIn({ body: { email, password, remember: false } });
const toPassword = ({ api }: Browser, password = NEW_PASSWORD, currentPassword = PASSWORD) =>
  api.accounts.changePassword({ body: { currentPassword, password, passwordConfirmation: password } });
const toEmail = ({ api }: Browser, email: string, currentPassword = PASSWORD) =>
  api.accounts.changeEmail({ body: { currentPassword, email } });
const kindsOf = async (email: string, where = world) => (await readMails(where, email)).map(({ kind }) => kind);
const findEmail = async (id: string, where = world) =>
  (await where.db.selectFrom("member").select("email").where("id", "=", id).executeTakeFirst())?.email;

async function makeOwn(where: World, overrides: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(where.owner, overrides);
  return { ...member, browser: await openBrowserOf(where, member.id) };
}

async function expectSignedIn(browser: Browser, isSignedIn: boolean) {
  expect((await browser.api.accounts.session()).body.user !== null).toBe(isSignedIn);
}

describe("changing the password", () => {
  test("[T09] ends the sessions on all other devices, keeps this one, and mails the owner", async () => {
    const { id, email, browser } = await makeOwn(world);
    const phone = await openBrowserOf(world, id, true);
    const [here, there] = [await openLiveSocket(browser), await openLiveSocket(phone)];
    expect((await toPassword(browser)).body).toEqual({});
    expect(await there.closed).toBe(4401);
    await world.live.heartbeat();
    await here.waitFor("heartbeat", 2);
    here.socket.terminate();
    await expectSignedIn(browser, true);
    await expectSignedIn(phone, false);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    // Only this browser is known from now on, so the sign-in in another one is mailed.
    expect(await kindsOf(email)).toEqual(["own-password-changed", "sign-in-alert"]);
  });

  test("requires the current password", async () => {
    const { email, browser } = await makeOwn(world);
    const reply = await toPassword(browser, NEW_PASSWORD, "nunca foi esta");
    expect([reply.status, reply.failure.details?.fields]).toEqual([400, WRONG]);
    expect((await signIn(email)).status).toBe(200);
    expect(await kindsOf(email)).toEqual([]);
  });

  test("is refused after ten wrong passwords, even with the right one and from anywhere", async () => {
    const { id, browser } = await makeOwn(world);
    const otherBrowser = await openBrowserOf(world, id);
    for (let at = 0; at < 10; at += 1)
      await toPassword(at % 2 ? browser : otherBrowser, NEW_PASSWORD, "nunca foi esta");
    expect((await toPassword(browser)).failure.code).toBe("RATE_LIMIT_EXCEEDED");
    expect((await toEmail(browser, newEmail())).failure.code).toBe("RATE_LIMIT_EXCEEDED");
  });

  test.each([
    ["baby", "12345", "A senha deve ter pelo menos 6 caracteres"],
    ["baby", "123456789", "Escolha uma senha menos comum."],
    ["admin", "onze letras", "A senha da equipe deve ter pelo menos 12 caracteres"],
  ] as const)("[D2.14][D2.17] of a %s to %s is refused", async (role, password, text) => {
    const { browser } = await makeOwn(world, { role });
    expect((await toPassword(browser, password)).failure.details?.fields).toEqual({ password: text });
    await expectSignedIn(browser, true);
  });

  test("[T09] fails when the owner has set another password by a mailed link meanwhile", async () => {
    const { id, email, browser } = await makeOwn(world);
    const owners = await hashPassword("a senha que a dona escolheu", productSender);
    const { waiting: waitingSwitch } = await world.owner.transaction().execute(async (trx) => {
      await changePassword(trx, id, owners, new Date());
      const passwordChange = toPassword(browser);
      await waitForLocks(world.owner, 1);
      return { waiting: passwordChange };
    });
    expect((await waitingSwitch).failure.details?.fields).toEqual(WRONG);
    expect((await signIn(email, "a senha que a dona escolheu")).status).toBe(200);
  });
});

describe("changing the address without confirmation", () => {
  test("takes effect at once, and the old address gets a mail", async () => {
    const { id, email, browser } = await makeOwn(world);
    const live = await openLiveSocket(browser);
    const to = newEmail();
    expect((await toEmail(browser, to.toUpperCase())).body).toEqual({ awaitsConfirmation: false });
    expect(await live.waitFor("changed")).toEqual([{ event: "changed", what: "self" }]);
    live.socket.terminate();
    expect(await findEmail(id)).toBe(to);
    expect((await browser.api.accounts.session()).body.user?.email).toBe(to);
    expect([(await signIn(email)).status, (await signIn(to)).status]).toEqual([401, 200]);
    expect([await kindsOf(email), await kindsOf(to)]).toEqual([["email-changed"], []]);
  });

  test("requires the password, and an address that differs from the old one", async () => {
    const { id, email, browser } = await makeOwn(world);
    expect((await toEmail(browser, newEmail(), "nunca foi esta")).failure.details?.fields).toEqual(WRONG);
    expect((await toEmail(browser, ` ${email.toUpperCase()}`)).failure.details?.fields).toEqual({
      email: "Este já é o seu e-mail",
    });
    expect(await findEmail(id)).toBe(email);
  });

  test("is refused for an address that has an account", async () => {
    const [addressOwner, own] = [await makeMember(world.owner), await makeOwn(world)];
    const reply = await toEmail(own.browser, addressOwner.email);
    expect([reply.status, reply.failure.code]).toEqual([409, "AUTH_USER_EXISTS"]);
    expect(await findEmail(own.id)).toBe(own.email);
    expect(await kindsOf(own.email)).toEqual([]);
  });

  test("[T08] reveals for few addresses an hour whether they have an account", async () => {
    const [addressOwner, own] = [await makeMember(world.owner), await makeOwn(world)];
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await toEmail(own.browser, addressOwner.email)).status);
    expect(statuses).toEqual([409, 409, 409, 429]);
  });

  test("by two members to one address at the same time succeeds for exactly one", async () => {
    const own = [await makeOwn(world), await makeOwn(world)];
    const to = newEmail();
    const changes = own.map(
      ({ browser }) =>
        () =>
          toEmail(browser, to),
    );
    const replies = await race(world.owner, holdWrites("member"), changes);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("changing the address with confirmation", () => {
  let own: Awaited<ReturnType<typeof makeOwn>>;
  beforeEach(async () => {
    own = await makeOwn(careful);
  });
  const confirm = (token: string) => own.browser.api.accounts.confirmEmail({ body: { token } });

  test("takes effect with the link mailed to the new address, and then the old address gets a mail", async () => {
    const to = newEmail();
    expect((await toEmail(own.browser, to)).body).toEqual({ awaitsConfirmation: true });
    const { page, token } = await readLink(careful, to);
    expect(page).toBe(`${careful.context.site.origin}/confirmar-email?troca`);
    expect(await findEmail(own.id, careful)).toBe(own.email);
    expect(await kindsOf(own.email, careful)).toEqual([]);

    const live = await openLiveSocket(own.browser);
    expect((await confirm(token)).body).toEqual({ kind: "change" });
    expect(await live.waitFor("changed")).toEqual([{ event: "changed", what: "self" }]);
    live.socket.terminate();
    expect(await findEmail(own.id, careful)).toBe(to);
    expect(await kindsOf(own.email, careful)).toEqual(["email-changed"]);
    expect((await confirm(token)).failure.code).toBe("CONFIRMATION_LINK_INVALID");
  });

  test("[T08] does the same work and gives the same answer for a taken address, whose owner gets a mail", async () => {
    const addressOwner = await makeMember(careful.owner);
    const attempt = async (email: string) => {
      let shownReply: object = {};
      const statements = await listStatements(async () => {
        const { status, body, headers } = await toEmail(own.browser, email);
        shownReply = { status, body, names: [...headers.keys()].sort() };
      });
      return { shown: shownReply, statements };
    };
    await attempt(newEmail());
    expect(await attempt(addressOwner.email)).toEqual(await attempt(newEmail()));
    expect(await kindsOf(addressOwner.email, careful)).toEqual(["email-taken"]);
  });

  test("asks a reader without its session for the password of the account, in words that name no sign-up", async () => {
    const to = newEmail();
    await toEmail(own.browser, to);
    const { token } = await readLink(careful, to);
    const stranger = (await makeOwn(careful)).browser;
    for (const { api } of [careful.browser(), stranger]) {
      expect((await api.accounts.confirmEmail({ body: { token } })).failure.code).toBe("CONFIRMATION_NEEDS_PASSWORD");
      const wrong = await api.accounts.confirmEmail({ body: { token, password: "outra senha qualquer" } });
      expect(wrong.failure.details?.fields).toEqual({
        password: "Esta não é a senha da conta que passa a usar este e-mail",
      });
    }
    expect(await findEmail(own.id, careful)).toBe(own.email);
    const { api } = careful.browser();
    expect((await api.accounts.confirmEmail({ body: { token, password: PASSWORD } })).body).toEqual({ kind: "change" });
    expect(await findEmail(own.id, careful)).toBe(to);
  });

  test("is refused when somebody took the address meanwhile", async () => {
    const to = newEmail();
    await toEmail(own.browser, to);
    const { token } = await readLink(careful, to);
    await makeMember(careful.owner, { email: to });
    expect((await confirm(token)).failure.code).toBe("CONFIRMATION_LINK_INVALID");
    expect(await findEmail(own.id, careful)).toBe(own.email);
  });

  test("[T09] is dropped when the password changes, so that a thief's link no longer works", async () => {
    const to = newEmail();
    await toEmail(own.browser, to);
    const { token } = await readLink(careful, to);
    expect((await toPassword(own.browser)).status).toBe(200);
    expect((await confirm(token)).failure.code).toBe("CONFIRMATION_LINK_INVALID");
  });

  test("[T09] is dropped also when the job has not yet mailed the link", async () => {
    const thief = await openBrowserOf(careful, own.id);
    const to = newEmail();
    await toEmail(thief, to);
    expect((await toPassword(own.browser)).status).toBe(200);
    expect(await kindsOf(to, careful)).toEqual([]);
  });

  test("invalidates the recovery link that went to the old address", async () => {
    await careful.browser().api.accounts.requestRecovery({ body: { email: own.email } });
    const recovery = await readLink(careful, own.email);
    const to = newEmail();
    await toEmail(own.browser, to);
    await confirm((await readLink(careful, to)).token);
    const reply = await careful.browser().api.accounts.checkRecovery({ body: { token: recovery.token } });
    expect(reply.failure.code).toBe("RESET_LINK_INVALID");
  });

  test("sends at most 3 mails an hour to addresses that a member chooses", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await toEmail(own.browser, newEmail())).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("sends at most 3 mails an hour to one address, however many members name it", async () => {
    const to = newEmail();
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await toEmail((await makeOwn(careful)).browser, to)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe("deactivation", () => {
  test("[M4.20] hides the member, ends every session and connection, and clears the cookie", async () => {
    const { id, browser } = await makeOwn(world);
    const phone = await openBrowserOf(world, id, true);
    const sockets = [await openLiveSocket(browser), await openLiveSocket(phone)];
    const reply = await browser.api.accounts.deactivate();
    expect(reply.body).toEqual({});
    expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining("Max-Age=0")]);
    expect(browser.jar.size).toBe(0);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    await expectSignedIn(phone, false);
    const daddy = await makeOwn(world, { role: "daddy" });
    expect((await daddy.browser.api.profiles.read({ params: { id } })).failure.code).toBe("NOT_FOUND");
  });

  test("[M4.21][T11] ends with the next sign-in, whose answer says so", async () => {
    const { id, email, browser } = await makeOwn(world);
    await browser.api.accounts.deactivate();
    expect((await signIn(email)).body).toMatchObject({ wasReactivated: true, user: { id } });
    const daddy = await makeOwn(world, { role: "daddy" });
    expect((await daddy.browser.api.profiles.read({ params: { id } })).status).toBe(200);
  });

  test("[T11] does not let a suspended member come back", async () => {
    const { id, email, browser } = await makeOwn(world);
    const live = await openLiveSocket(browser);
    await browser.api.accounts.deactivate();
    await world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute();
    expect((await signIn(email)).failure.code).toBe("PROFILE_NOT_FOUND");
    expect(await live.closed).toBe(4401);
  });

  test("[T11] suspension hides the member, ends the session at once, and the connections with the next heartbeat", async () => {
    const { id, browser } = await makeOwn(world);
    const live = await openLiveSocket(browser);
    await world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", id).execute();
    expect((await browser.api.presence.ping()).failure.code).toBe("AUTH_SESSION_EXPIRED");
    await world.live.heartbeat();
    expect(await live.closed).toBe(4401);
    const daddy = await makeOwn(world, { role: "daddy" });
    expect((await daddy.browser.api.profiles.read({ params: { id } })).failure.code).toBe("NOT_FOUND");
    expect(JSON.stringify((await daddy.browser.api.discovery.list({ query: { seed: 1 } })).body)).not.toContain(id);
  });

  test("is refused for staff", async () => {
    const { browser } = await makeOwn(world, { role: "admin" });
    expect((await browser.api.accounts.deactivate()).failure.code).toBe("PERMISSION_DENIED");
    await expectSignedIn(browser, true);
  });
});

test("[T32] neither addresses nor passwords nor secrets are ever logged", async () => {
  const { email, browser } = await makeOwn(careful);
  const to = newEmail();
  await toEmail(browser, to, "senha errada de teste");
  await toEmail(browser, to);
  const { token } = await readLink(careful, to);
  await browser.api.accounts.confirmEmail({ body: { token } });
  await toPassword(browser);
  await runJobs(careful);
  const log = careful.logged.join("\n");
  for (const secret of [email, to, token, PASSWORD, NEW_PASSWORD, "senha errada de teste"])
    expect(log).not.toContain(secret);
});
