import { describe, expect, test } from "vitest";
import { readLink } from "../../testing/mails.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { sweepKnownDevices } from "./retention-jobs.ts";
import { isRecognized, recordDevice } from "./session-check.ts";

const world = await openWorld({ LIMIT_SIGN_IN_ACCOUNT: "4/900", LIMIT_SIGN_IN_EVERYWHERE: "6/600" });
const WRONG = "nunca foi esta";

type Browser = ReturnType<World["browser"]>;

const signIn = async (browser: Browser, email: string, password = WRONG) =>
  (await browser.api.accounts.signIn({ body: { email, password, remember: false } })).status;

/** A browser of the same device, at another address, and signed out. */
function carryDevice(from: Browser, where = world, address?: string): Browser {
  const browser = where.browser(address);
  for (const [name, value] of from.jar) if (name.includes("device")) browser.jar.set(name, value);
  return browser;
}

/** A member with a browser in which they signed in before. */
async function makeKnown(where = world) {
  const { id, email } = await makeMember(where.owner);
  const browser = where.browser();
  expect(await signIn(browser, email, PASSWORD)).toBe(200);
  return { id, email, browser };
}

/** Guesses from a new address each time until the account's limit refuses; returns how many passwords were checked. */
async function guessFromEverywhere(email: string, where = world): Promise<number> {
  let checkedCount = 0;
  while (checkedCount < 50 && (await signIn(where.browser(), email)) === 401) checkedCount += 1;
  return checkedCount;
}

describe("behind one shared address", () => {
  test("[T72] 50 right sign-ins next to 60 wrong ones at one account, and 60 at as many, all pass", async () => {
    const town = await openWorld();
    const { address } = town.browser();
    const people = await Promise.all(Array.from({ length: 10 }, () => makeMember(town.owner)));
    const { email: attacked } = await makeMember(town.owner);
    const wrong = () => [signIn(town.browser(address), attacked), signIn(town.browser(address), newEmail())];
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const right = people.slice(0, 5).map(({ email }) => signIn(town.browser(address), email, PASSWORD));
      await Promise.all(Array.from({ length: 6 }, wrong).flat());
      statuses.push(...(await Promise.all(right)));
    }
    expect(statuses).toEqual(Array(50).fill(200));
  });

  test("[T72] what the account's counter refuses costs the address nothing", async () => {
    const small = await openWorld({ LIMIT_SIGN_IN_ADDRESS: "12/3600" });
    const { address } = small.browser();
    const { email } = await makeMember(small.owner);
    for (let at = 0; at < 30; at += 1) await signIn(small.browser(address), email);
    const others = [];
    for (let at = 0; at < 3; at += 1) others.push(await signIn(small.browser(address), newEmail()));
    expect(others).toEqual([401, 401, 429]);
  });

  test("[T72] the owner's known device passes where others used up the account's attempts and the address's", async () => {
    const small = await openWorld({ LIMIT_SIGN_IN_ADDRESS: "12/3600" });
    const { address } = small.browser();
    const { email, browser } = await makeKnown(small);
    for (let at = 0; at < 12; at += 1) await signIn(small.browser(address), email);
    for (let at = 0; at < 12; at += 1) await signIn(small.browser(address), newEmail());
    expect(await signIn(small.browser(address), newEmail())).toBe(429);
    expect(await signIn(carryDevice(browser, small, address), email, PASSWORD)).toBe(200);
  });
});

describe("a guesser with many addresses and one account", () => {
  test("[T72] is slowed by a counter of the account, and other accounts do not notice", async () => {
    const { email } = await makeMember(world.owner);
    expect(await guessFromEverywhere(email)).toBe(6);
    const refusal = await world.browser().api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    expect(refusal.failure.code).toBe("RATE_LIMIT_EXCEEDED");
    expect(Number(refusal.headers.get("retry-after"))).toBeLessThanOrEqual(100);
    const { email: otherEmail } = await makeMember(world.owner);
    expect(await signIn(world.browser(), otherEmail, PASSWORD)).toBe(200);
  });

  test("[T72] does not slow the owner on a known device, wherever it is", async () => {
    const { email, browser } = await makeKnown();
    await guessFromEverywhere(email);
    for (let time = 0; time < 8; time += 1) expect(await signIn(carryDevice(browser), email, PASSWORD)).toBe(200);
  });

  test("[T72] only slows the owner on an unknown device: after the wait it signs in", async () => {
    const quick = await openWorld({ LIMIT_SIGN_IN_EVERYWHERE: "2/4" });
    const { email } = await makeMember(quick.owner);
    await guessFromEverywhere(email, quick);
    expect(await signIn(quick.browser(), email, PASSWORD)).toBe(429);
    quick.pass(2_000);
    expect(await signIn(quick.browser(), email, PASSWORD)).toBe(200);
  });

  test("[T72] does not lock out an owner who sets a new password by mail, which makes their device known", async () => {
    const { email } = await makeMember(world.owner);
    await guessFromEverywhere(email);
    const browser = world.browser();
    await browser.api.accounts.requestRecovery({ body: { email } });
    const { token } = await readLink(world, email);
    const password = { password: "outra senha da dona", passwordConfirmation: "outra senha da dona" };
    expect((await browser.api.accounts.resetPassword({ body: { token, ...password } })).status).toBe(200);
    expect(await signIn(browser, email, password.password)).toBe(200);
  });

  test("[T08][T72] meets the same for an address without an account", async () => {
    expect(await guessFromEverywhere(newEmail())).toBe(6);
  });
});

describe("a known device", () => {
  test("[T72] has its own counter: its secret opens nothing and allows few guesses", async () => {
    const { email, browser } = await makeKnown();
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push(await signIn(carryDevice(browser), email));
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test("[T72] of one member is unknown to every other", async () => {
    const { browser } = await makeKnown();
    const { email } = await makeMember(world.owner);
    await guessFromEverywhere(email);
    expect(await signIn(carryDevice(browser), email, PASSWORD)).toBe(429);
  });

  test("[T72] does not become known by a wrong password", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    await signIn(browser, email);
    expect(browser.jar.size).toBe(0);
  });

  test("[T72] keeps its secret in a cookie that no page reads, and leaves a hash for each member", async () => {
    const { id, email, browser } = await makeKnown();
    const otherMember = await makeMember(world.owner);
    await browser.api.accounts.signOut();
    expect(await signIn(browser, otherMember.email, PASSWORD)).toBe(200);
    const secret = [...browser.jar].find(([name]) => name.includes("device"))?.[1] ?? "";
    expect(secret).toMatch(/^[\w-]{43}$/);
    const rows = await world.owner
      .selectFrom("knownDevice")
      .where("memberId", "in", [id, otherMember.id])
      .selectAll()
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows[0]?.tokenHash).not.toEqual(rows[1]?.tokenHash);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(world.logged.join("\n")).not.toContain(secret);
    const again = carryDevice(browser);
    expect(await signIn(again, email, PASSWORD)).toBe(200);
    expect(again.jar.get([...browser.jar.keys()].find((name) => name.includes("device")) ?? "")).toBe(secret);
  });

  test("[T72] is forgotten when the password changes, except where it was changed", async () => {
    const { email, browser } = await makeKnown();
    const otherBrowser = world.browser();
    await signIn(otherBrowser, email, PASSWORD);
    const next = { password: "outra senha da dona", passwordConfirmation: "outra senha da dona" };
    const changeAnswer = await browser.api.accounts.changePassword({ body: { currentPassword: PASSWORD, ...next } });
    expect(changeAnswer.status).toBe(200);
    await guessFromEverywhere(email);
    expect(await signIn(carryDevice(otherBrowser), email, next.password)).toBe(429);
    expect(await signIn(carryDevice(browser), email, next.password)).toBe(200);
  });

  test("[T72] is one of the 50 that a member used last, and for a year", async () => {
    const { id } = await makeKnown();
    const secrets: string[] = [];
    for (let at = 0; at < 52; at += 1) {
      world.pass(1_000);
      secrets.push(await recordDevice(world.context, { deviceToken: undefined }, id));
    }
    const isKnown = (at: number) => isRecognized(world.db, { deviceToken: secrets.at(at) }, id);
    expect([await isKnown(0), await isKnown(1), await isKnown(2), await isKnown(-1)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const count = async () =>
      (await world.owner.selectFrom("knownDevice").where("memberId", "=", id).select("memberId").execute()).length;
    expect(await count()).toBe(50);
    world.pass(366 * 86_400_000);
    await sweepKnownDevices(world.context);
    expect(await count()).toBe(0);
  });
});
