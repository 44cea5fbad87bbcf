import { createHash, randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { addLedgerEntry } from "../../base/money/ledger-queries.ts";
import { endSession } from "../../base/sessions/queries.ts";
import { hashToken } from "../../platform/secrets/tokens.ts";
import { makeMember, PASSWORD, sampleAbout } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { sweepSessions } from "./retention-jobs.ts";
import { findCaller } from "./session-check.ts";

const world = await openWorld();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Options = { remember?: boolean; role?: "baby" | "admin" };

async function openSignedIn({ remember = false, role = "baby" }: Options = {}) {
  const member = await makeMember(world.owner, { role });
  const browser = world.browser();
  const reply = await browser.api.accounts.signIn({ body: { email: member.email, password: PASSWORD, remember } });
  const [name = "", token = ""] = [...browser.jar][0] ?? [];
  const setCookie = reply.headers.getSetCookie().filter((line) => line.startsWith(`${name}=`));
  return { member, browser, name, token, setCookie };
}

type Browser = ReturnType<typeof world.browser>;
const isSignedIn = async (browser: Browser) => (await browser.api.accounts.session()).body.user !== null;

/** The member that the server recognises by a cookie header. */
async function whoIs(cookie: string) {
  const reply = await fetch(`${world.browser().base}/api/session`, { headers: { cookie } });
  const { user } = (await reply.json()) as { user: { id: string } | null }; // the answer of GET /session
  return user;
}

function buyForAnHour(memberId: string, what: "premiumUntil" | "highlightedUntil"): Promise<void> {
  const now = world.context.clock.now();
  const origin = { kind: "purchase" as const, provider: "sandbox", providerObjectId: randomUUID() };
  const until = { [what]: new Date(now.getTime() + HOUR) };
  return addLedgerEntry(world.owner, { id: randomUUID(), memberId, ...origin, ...until, writtenAt: now });
}

function getSession(token: string) {
  const tokenHash = createHash("sha256").update(token).digest();
  return world.owner.selectFrom("session").selectAll().where("tokenHash", "=", tokenHash).executeTakeFirstOrThrow();
}

describe("a session", () => {
  test("[M4.01] does not exist for a guest, and lasts for a member from one load to the next", async () => {
    expect((await world.browser().api.accounts.session()).body).toEqual({ user: null, hasExpired: false });
    const { browser, member } = await openSignedIn();
    for (const _ of [1, 2, 3]) expect((await browser.api.accounts.session()).body.user?.id).toBe(member.id);
  });

  test("[T74] serves no page that shows another member, and goes on", async () => {
    const [ana, bia] = [await openSignedIn(), await openSignedIn()];
    const ask = async (path: string, speakerId: string) =>
      (await bia.browser.raw(path, { headers: { "x-member": speakerId } })).status;
    for (const path of ["/api/settings", "/api/profile", "/api/conversations"]) {
      expect(await ask(path, bia.member.id)).toBe(200);
      expect(await ask(path, ana.member.id)).toBe(401);
      expect(await ask(path, "x")).toBe(401);
    }
    expect(await ask("/api/session", ana.member.id)).toBe(200);
    expect(await isSignedIn(bia.browser)).toBe(true);
  });

  test("[K2.25] says whether its member is premium now, bought or given, until it is over", async () => {
    const { browser, member } = await openSignedIn();
    const isPremium = async () => (await browser.api.accounts.session()).body.user?.isPremium;
    expect(await isPremium()).toBe(false);
    await buyForAnHour(member.id, "premiumUntil");
    expect(await isPremium()).toBe(true);
    world.pass(2 * HOUR);
    expect(await isPremium()).toBe(false);
  });

  test("[M2.51] says whether a highlight is running now", async () => {
    const { browser, member } = await openSignedIn();
    const isHighlighted = async () => (await browser.api.accounts.session()).body.user?.isHighlighted;
    expect(await isHighlighted()).toBe(false);
    await buyForAnHour(member.id, "highlightedUntil");
    expect(await isHighlighted()).toBe(true);
    world.pass(2 * HOUR);
    expect(await isHighlighted()).toBe(false);
  });

  test("that was replaced in another tab does not clear the cookie of the new one", async () => {
    const { browser, member } = await openSignedIn();
    const late = world.browser();
    for (const [name, token] of browser.jar) late.jar.set(name, token);
    const { status } = await browser.api.accounts.signIn({
      body: { email: member.email, password: PASSWORD, remember: false },
    });
    expect(status).toBe(200);
    // The other tab sends its request with the cookie from before the new sign-in.
    expect((await late.api.accounts.session()).body).toEqual({ user: null, hasExpired: true });
    expect(late.jar.has("caramelo")).toBe(true);
    world.pass(60_001);
    await late.api.accounts.session();
    expect(late.jar.has("caramelo")).toBe(false);
  });

  test("[M8.11] that is over is reported once, and the cookie is cleared", async () => {
    const { browser } = await openSignedIn();
    world.pass(2 * DAY);
    expect((await browser.api.accounts.session()).body).toEqual({ user: null, hasExpired: true });
    expect(browser.jar.has("caramelo")).toBe(false);
    expect((await browser.api.accounts.session()).body).toEqual({ user: null, hasExpired: false });
  });

  test("[D2.02] is a random token of 256 bits of which only the hash is stored", async () => {
    const { token, member } = await openSignedIn();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const row = await getSession(token);
    expect(row.memberId).toBe(member.id);
    expect(row.tokenHash).toEqual(createHash("sha256").update(token).digest());
    const texts = Object.values(row).map((value) =>
      Buffer.isBuffer(value) ? value.toString("latin1") : String(value),
    );
    for (const text of texts)
      for (const half of [token.slice(0, 21), token.slice(21)]) expect(text).not.toContain(half);
  });

  test("[D2.01] counts only when the server made it", async () => {
    const { name, token } = await openSignedIn();
    const forged = [
      randomBytes(32).toString("base64url"),
      "",
      "x",
      `${token}x`,
      token.slice(1),
      `"${token}"`,
      "' or true --",
      "%00",
      "a".repeat(8_000),
    ];
    for (const value of forged) expect(await whoIs(`${name}=${value}`)).toBeNull();
    expect(await whoIs(`${name}=${token}`)).not.toBeNull();
  });

  test("is not found by the hash that the database holds", async () => {
    const { name, token } = await openSignedIn();
    const { tokenHash } = await getSession(token);
    for (const form of ["base64url", "hex", "base64"] as const)
      expect(await whoIs(`${name}=${tokenHash.toString(form)}`)).toBeNull();
  });

  test("[D2.02][D2.04][D2.06] is kept in a cookie that scripts cannot read and that ends with the browser", async () => {
    const { setCookie, token } = await openSignedIn();
    expect(setCookie).toEqual([`caramelo=${token}; Path=/; HttpOnly; SameSite=Lax`]);
  });

  test("[D2.05] with remember-me stays in the browser for 30 days", async () => {
    const { setCookie, token } = await openSignedIn({ remember: true });
    expect(setCookie).toEqual([`caramelo=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`]);
  });

  test("records at most 300 characters of the device's user agent", async () => {
    const member = await makeMember(world.owner);
    const browser = world.browser();
    await browser.raw("/api/session", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "x".repeat(2_000) },
      body: JSON.stringify({ email: member.email, password: PASSWORD, remember: false }),
    });
    const row = await getSession([...browser.jar.values()][0] ?? "");
    expect(row.userAgent).toBe("x".repeat(300));
  });
});

describe("signing in again", () => {
  test("[T10] changes the token, and the old one is invalid", async () => {
    const { browser, member, name, token } = await openSignedIn();
    await browser.api.accounts.signIn({ body: { email: member.email, password: PASSWORD, remember: false } });
    const next = browser.jar.get(name);
    expect(next).not.toBe(token);
    expect(await whoIs(`${name}=${token}`)).toBeNull();
    expect(await whoIs(`${name}=${next}`)).not.toBeNull();
  });

  test("[T10] does not adopt a token that somebody planted before the sign-in", async () => {
    const attacker = await openSignedIn();
    const victim = await makeMember(world.owner);
    const browser = world.browser();
    browser.jar.set(attacker.name, attacker.token);
    await browser.api.accounts.signIn({ body: { email: victim.email, password: PASSWORD, remember: false } });
    expect((await browser.api.accounts.session()).body.user?.id).toBe(victim.id);
    expect(browser.jar.get(attacker.name)).not.toBe(attacker.token);
    expect(await whoIs(`${attacker.name}=${attacker.token}`)).toBeNull();

    const madeToken = randomBytes(32).toString("base64url");
    const otherBrowser = world.browser();
    otherBrowser.jar.set(attacker.name, madeToken);
    await otherBrowser.api.accounts.signIn({ body: { email: victim.email, password: PASSWORD, remember: false } });
    expect(otherBrowser.jar.get(attacker.name)).not.toBe(madeToken);
    expect(await whoIs(`${attacker.name}=${madeToken}`)).toBeNull();
  });

  test("[T10] ignores both of two cookies with the same name", async () => {
    const mine = await openSignedIn();
    const planted = await openSignedIn();
    const name = mine.name;
    expect(await whoIs(`${name}=${mine.token}; ${name}=${planted.token}`)).toBeNull();
    expect(await whoIs(`${name}=${planted.token}; a=b; ${name}=${mine.token}`)).toBeNull();
    expect(await whoIs(`__Host-caramelo=${planted.token}; ${name}=${mine.token}`)).toMatchObject({
      id: mine.member.id,
    });
    expect(await whoIs(`__Host-caramelo=${mine.token}`)).toBeNull();
  });
});

describe("a newcomer", () => {
  const signIn = async (email: string, browser = world.browser()) => {
    const reply = await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: true } });
    return { browser, isNewcomer: reply.body.user.isNewcomer };
  };
  const readSession = async ({ api }: Browser) => (await api.accounts.session()).body.user?.isNewcomer;

  test("[K2.24][K2.25] is offered nothing for money in the first session, and everything from the second sign-in on, also on the same day", async () => {
    const { email } = await makeMember(world.owner, { createdAt: world.context.clock.now() });
    const first = await signIn(email);
    expect([first.isNewcomer, await readSession(first.browser)]).toEqual([true, true]);
    await first.browser.api.accounts.signOut();
    const second = await signIn(email, first.browser);
    expect([second.isNewcomer, await readSession(second.browser)]).toEqual([false, false]);
  });

  test("is no newcomer any more in the first browser after signing in with another one", async () => {
    const { email } = await makeMember(world.owner, { createdAt: world.context.clock.now() });
    const first = await signIn(email);
    expect((await signIn(email)).isNewcomer).toBe(false);
    expect(await readSession(first.browser)).toBe(false);
  });

  test("is one for a day at most, however long the first session lasts", async () => {
    const { email } = await makeMember(world.owner, { createdAt: world.context.clock.now() });
    const { browser } = await signIn(email);
    world.pass(DAY - MINUTE);
    expect(await readSession(browser)).toBe(true);
    world.pass(MINUTE);
    expect(await readSession(browser)).toBe(false);
  });

  test("is never one of the staff", async () => {
    const { browser } = await openSignedIn({ role: "admin" });
    expect(await readSession(browser)).toBe(false);
  });
});

describe("several devices", () => {
  test("[M4.02][M2.21] signing out ends the session of this device for good and keeps the other one", async () => {
    const phone = await openSignedIn();
    const laptop = world.browser();
    await laptop.api.accounts.signIn({ body: { email: phone.member.email, password: PASSWORD, remember: true } });

    const reply = await phone.browser.api.accounts.signOut();
    expect(reply).toMatchObject({ status: 200, body: {} });
    expect(reply.headers.getSetCookie()).toEqual(["caramelo=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"]);
    expect(reply.headers.get("clear-site-data")).toBe('"cache"');
    expect(phone.browser.jar.has("caramelo")).toBe(false);
    expect(await whoIs(`${phone.name}=${phone.token}`)).toBeNull();
    expect(await isSignedIn(laptop)).toBe(true);
  });

  test("[T74] a session that ended elsewhere clears what the browser stored of it, where the browser supports that", async () => {
    const clearedAt = async (host: string) => {
      const { name, token } = await openSignedIn();
      await endSession(world.db, hashToken(token), new Date());
      const headers = { host, cookie: `${name}=${token}` };
      const reply = await world.app.inject({ url: "/api/session", headers });
      expect(reply.json()).toEqual({ user: null, hasExpired: true });
      return reply.headers["clear-site-data"];
    };
    for (const host of ["127.0.0.1:3000", "localhost:3000", "[::1]:3000"])
      expect(await clearedAt(host)).toBe('"cache"');
    expect(await clearedAt("192.168.0.10:3000")).toBeUndefined();
  });

  test("signing out twice, or without a session, succeeds and changes nothing", async () => {
    const { browser, name, token } = await openSignedIn();
    await browser.api.accounts.signOut();
    const { endedAt } = await getSession(token);
    world.pass(MINUTE);
    browser.jar.set(name, token);
    expect((await browser.api.accounts.signOut()).status).toBe(200);
    expect((await getSession(token)).endedAt).toEqual(endedAt);
    expect((await world.browser().api.accounts.signOut()).status).toBe(200);
  });

  test("signing out never ends the session of another member", async () => {
    const [ana, eve] = [await openSignedIn(), await openSignedIn()];
    await eve.browser.api.accounts.signOut();
    expect(await isSignedIn(ana.browser)).toBe(true);
  });
});

describe("the end of a session", () => {
  test("[D2.06] comes after 24 hours without use when remember-me is off, and use postpones it", async () => {
    const { browser } = await openSignedIn();
    for (const _ of [1, 2, 3]) {
      world.pass(23 * HOUR);
      expect(await isSignedIn(browser)).toBe(true);
    }
    world.pass(24 * HOUR - MINUTE);
    expect(await isSignedIn(browser)).toBe(true);
    world.pass(24 * HOUR);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("[D2.06] comes 30 days after the sign-in without remember-me, too, however much it is used", async () => {
    const { browser } = await openSignedIn();
    for (let usedHours = 23; usedHours < 30 * 24; usedHours += 23) {
      world.pass(23 * HOUR);
      expect(await isSignedIn(browser)).toBe(true);
    }
    world.pass(23 * HOUR);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("[D2.05] comes after 30 days with remember-me, however much it is used", async () => {
    const { browser } = await openSignedIn({ remember: true });
    for (let day = 1; day < 30; day++) {
      world.pass(DAY);
      expect(await isSignedIn(browser)).toBe(true);
    }
    world.pass(DAY - MINUTE);
    expect(await isSignedIn(browser)).toBe(true);
    world.pass(MINUTE);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("[D2.05] does not come earlier with remember-me when it is not used", async () => {
    const { browser } = await openSignedIn({ remember: true });
    world.pass(30 * DAY - MINUTE);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test("is final: using a session that is over does not revive it", async () => {
    const { browser, token } = await openSignedIn();
    const { expiresAt } = await getSession(token);
    world.pass(25 * HOUR);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await getSession(token)).expiresAt).toEqual(expiresAt);
  });

  test("is postponed by use at most once in 5 minutes", async () => {
    const { browser, token } = await openSignedIn();
    const first = await getSession(token);
    world.pass(4 * MINUTE);
    await isSignedIn(browser);
    expect(await getSession(token)).toEqual(first);
    world.pass(MINUTE);
    await Promise.all([isSignedIn(browser), isSignedIn(browser), isSignedIn(browser)]);
    const second = await getSession(token);
    const movedMs = second.lastSeenAt.getTime() - first.lastSeenAt.getTime();
    expect(movedMs).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(second.expiresAt.getTime() - second.lastSeenAt.getTime()).toBe(24 * HOUR);
    world.pass(4 * MINUTE);
    await isSignedIn(browser);
    expect(await getSession(token)).toEqual(second);
  });

  test("[D5.15] is recorded for 30 days, then the session is removed, and valid ones stay", async () => {
    const [over, idle, living] = [await openSignedIn(), await openSignedIn(), await openSignedIn({ remember: true })];
    await over.browser.api.accounts.signOut();
    world.pass(29 * DAY);
    await sweepSessions(world.context);
    await getSession(over.token);
    world.pass(DAY + HOUR);
    await sweepSessions(world.context);
    await expect(getSession(over.token)).rejects.toThrow();
    await getSession(idle.token);
    world.pass(DAY);
    await sweepSessions(world.context);
    await expect(getSession(idle.token)).rejects.toThrow();
    await getSession(living.token);
  });
});

describe("a decision about an account counts at the next call", () => {
  const change = (memberId: string, facts: { suspendedAt?: Date | null; deactivatedAt?: Date | null }) =>
    world.db.updateTable("profile").set(facts).where("memberId", "=", memberId).execute();

  test("[T11] a suspension ends every session at once", async () => {
    const { member, browser, name, token } = await openSignedIn({ remember: true });
    await change(member.id, { suspendedAt: new Date() });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await findCaller(world.context, token, "127.0.0.1")).toEqual({
      me: undefined,
      hadSession: true,
      hasJustEnded: false,
    });
    const reply = await world
      .browser()
      .api.accounts.signIn({ body: { email: member.email, password: PASSWORD, remember: false } });
    expect(reply.failure.code).toBe("PROFILE_NOT_FOUND");
    expect(await whoIs(`${name}=${token}`)).toBeNull();
  });

  test("[M4.20] a deactivation ends every session at once", async () => {
    const { member, browser } = await openSignedIn();
    await change(member.id, { deactivatedAt: new Date() });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("[D2.07][T03] an admin who loses the role is not an admin at the next call", async () => {
    const { member, browser, token } = await openSignedIn({ role: "admin" });
    expect((await browser.api.accounts.session()).body.user?.isAdmin).toBe(true);
    expect(await findCaller(world.context, token, "127.0.0.1")).toMatchObject({ me: { isAdmin: true } });
    await world.owner
      .updateTable("profile")
      .set({
        role: "baby",
        isAdmin: false,
        staffRole: null,
        gender: "Feminino",
        statedAge: 30,
        ageStatedOn: "2026-01-01",
        cityId: 3_550_308,
        ...sampleAbout,
      })
      .where("memberId", "=", member.id)
      .execute();
    expect((await browser.api.accounts.session()).body.user).toMatchObject({ isAdmin: false, role: "baby" });
    expect(await findCaller(world.context, token, "127.0.0.1")).toMatchObject({ me: { isAdmin: false } });
  });

  test("an erased member has no session left", async () => {
    const { member, browser } = await openSignedIn({ role: "admin" });
    await world.owner.deleteFrom("member").where("id", "=", member.id).execute();
    expect(await isSignedIn(browser)).toBe(false);
  });
});
