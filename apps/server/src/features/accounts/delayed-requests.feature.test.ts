import { DELAY_HOURS, YOUNG_WAY_HOURS } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { makeJobsDue, runJobs } from "../../testing/jobs.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeWithPasskey, proveByPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { codeNow, setUpFactor } from "../../testing/second-factor.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { sendDelayedEmailChange } from "./jobs.ts";

const world = await openWorld();
const confirming = await openWorld({ EMAIL_CONFIRMATION: "on" });
const HOUR = 3_600_000;
const NEW_PASSWORD = "outra senha bem guardada";

type World = typeof world;
type Browser = ReturnType<World["browser"]>;

const readMember = (id: string, { owner }: World = world) =>
  owner
    .selectFrom("member")
    .innerJoin("profile", "profile.memberId", "member.id")
    .where("member.id", "=", id)
    .select(["email", "erasesAt", "isActive"])
    .executeTakeFirstOrThrow();

/** A member with a key, and the browser of another person who came in by it. */
async function makeIntruded(where: World = world) {
  const { id, browser: own, authenticator, passkeyId } = await makeWithPasskey(where);
  const browser = where.browser();
  expect((await signInByPasskey(browser, authenticator)).status).toBe(200);
  return { id, own, browser, authenticator, passkeyId };
}

const askForErasure = ({ api }: Browser) => api.erasure.request();
const askForChange = ({ api }: Browser, email: string) =>
  api.accounts.changeEmail({ body: { email, currentPassword: PASSWORD } });
const listRequests = async ({ api }: Browser) =>
  (await api.accounts.delayedRequests()).body.requests.map(({ kind }) => kind);
const listKinds = async (id: string) => (await readMails(world, (await readMember(id)).email)).map(({ kind }) => kind);

async function waitADay(where: World = world) {
  where.pass(DELAY_HOURS * HOUR);
  await makeJobsDue(where);
  await runJobs(where);
}

describe("[T84] an erasure requested through a young way in", () => {
  test("waits a day, is announced by mail and shown, and then begins", async () => {
    const { id, own, browser } = await makeIntruded();
    const { body } = await askForErasure(browser);
    expect(body.delayedUntil).toBeDefined();
    expect(Date.parse(body.erasesAt) - Date.parse(body.delayedUntil ?? "")).toBe(30 * 24 * HOUR);
    expect(await readMember(id)).toMatchObject({ erasesAt: null, isActive: true });
    expect(await listRequests(own)).toEqual(["erasure"]);
    expect(await listKinds(id)).toEqual(["passkey-added", "request-delayed"]);
    expect((await own.api.memberSettings.read()).status).toBe(200);
    // A second request changes nothing and mails nothing.
    expect((await askForErasure(browser)).body.delayedUntil).toBe(body.delayedUntil);
    expect(await listKinds(id)).toHaveLength(2);

    await waitADay();
    expect(await readMember(id)).toMatchObject({ erasesAt: expect.any(Date), isActive: false });
    expect(await listKinds(id)).toContain("erasure-requested");
  });

  test("never begins once the member denies it through the mail", async () => {
    const { id, browser } = await makeIntruded();
    await askForErasure(browser);
    const { token } = await readLink(world, (await readMember(id)).email);
    expect((await world.browser().api.accounts.denySignIn({ body: { token } })).status).toBe(200);
    await waitADay();
    expect(await readMember(id)).toMatchObject({ erasesAt: null, isActive: true });
  });

  test.each([
    ["cancels it", ({ api }: Browser) => api.accounts.cancelDelayedRequests()],
    [
      "changes the password",
      ({ api }: Browser) =>
        api.accounts.changePassword({
          body: { currentPassword: PASSWORD, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD },
        }),
    ],
    ["signs out everywhere", ({ api }: Browser) => api.accounts.endAllDevices()],
    [
      "ends the session of the other",
      async ({ api }: Browser) => {
        const other = (await api.accounts.devices()).body.devices.find(({ isCurrent }) => !isCurrent);
        return api.accounts.endDevice({ params: { id: other?.id ?? "" } });
      },
    ],
    [
      "removes the key",
      async ({ api }: Browser) => {
        const [key] = (await api.accounts.passkeys()).body.passkeys;
        return api.accounts.removePasskey({ params: { id: key?.id ?? "" } });
      },
    ],
  ])("never begins once the member %s", async (_, protect) => {
    const { id, own, browser } = await makeIntruded();
    await askForErasure(browser);
    expect((await protect(own)).status).toBe(200);
    await waitADay();
    expect(await readMember(id)).toMatchObject({ erasesAt: null, isActive: true });
  });

  test("never begins after the member requests it through an older way in and cancels that request", async () => {
    const { id, own, browser } = await makeIntruded();
    await askForErasure(browser);
    expect((await askForErasure(own)).body.delayedUntil).toBeUndefined();
    expect((await own.api.erasure.takeBack()).status).toBe(200);
    await waitADay();
    expect(await readMember(id)).toMatchObject({ erasesAt: null, isActive: true });
  });

  test("never begins once the member cancels it while it waits", async () => {
    const { id, own, browser } = await makeIntruded();
    await askForErasure(browser);
    expect((await own.api.erasure.takeBack()).status).toBe(200);
    await waitADay();
    expect(await readMember(id)).toMatchObject({ erasesAt: null, isActive: true });
  });

  test("waits when requested with an app added today, and not with an older key or the password", async () => {
    const { id } = await makeMember(world.owner);
    const browser = await openBrowserOf(world, id);
    const { secret } = await setUpFactor(world, browser);
    world.pass(30_000);
    await browser.api.accounts.prove({ body: { proof: codeNow(world, secret) } });
    expect((await askForErasure(browser)).body.delayedUntil).toBeDefined();

    const { browser: byKey } = await makeIntruded();
    await byKey.api.accounts.prove({ body: { proof: PASSWORD } });
    expect((await askForErasure(byKey)).body.delayedUntil).toBeUndefined();
    const { id: laterId, authenticator } = await makeIntruded();
    world.pass(YOUNG_WAY_HOURS * HOUR);
    const later = await openBrowserOf(world, laterId);
    await proveByPasskey(later, authenticator);
    expect((await askForErasure(later)).body.delayedUntil).toBeUndefined();
  });

  test("waits, too, when requested with a password that a mailed link has set", async () => {
    const { id, email } = await makeMember(world.owner);
    await world.browser().api.accounts.requestRecovery({ body: { email } });
    const { token } = await readLink(world, email);
    const body = { token, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
    await world.browser().api.accounts.resetPassword({ body });
    const browser = world.browser();
    await browser.api.accounts.signIn({ body: { email, password: NEW_PASSWORD, remember: false } });
    expect((await askForErasure(browser)).body.delayedUntil).toBeDefined();
    expect(await readMember(id)).toMatchObject({ erasesAt: null });
  });
});

describe("[T84] a change of the address requested through a young way in", () => {
  test("waits a day, and then changes the address", async () => {
    const { id, browser, own } = await makeIntruded();
    const to = newEmail();
    const before = (await readMember(id)).email;
    expect((await askForChange(browser, to)).body).toMatchObject({ delayedUntil: expect.any(String) });
    expect((await readMember(id)).email).toBe(before);
    expect(await listRequests(own)).toEqual(["email_change"]);
    await waitADay();
    expect((await readMember(id)).email).toBe(to);
  });

  test("mails its link only after a day where the site confirms addresses", async () => {
    const { id, browser } = await makeIntruded(confirming);
    const to = newEmail();
    expect((await askForChange(browser, to)).body).toMatchObject({ delayedUntil: expect.any(String) });
    expect(await readMails(confirming, to)).toEqual([]);
    await waitADay(confirming);
    expect((await readMails(confirming, to)).map(({ kind }) => kind)).toEqual(["email-change"]);
    expect((await readMember(id, confirming)).email).not.toBe(to);
  });

  test("changes nothing when somebody else has the new address by then", async () => {
    const { id, browser } = await makeIntruded();
    const { email: takenEmail } = await makeMember(world.owner);
    await askForChange(browser, takenEmail);
    const before = (await readMember(id)).email;
    await waitADay();
    expect((await readMember(id)).email).toBe(before);
  });

  test("to another address replaces the first one, waits its own day, and is mailed and shown", async () => {
    const { id, browser, own } = await makeIntruded();
    const [typo, to] = [newEmail(), newEmail()];
    const first = (await askForChange(browser, typo)).body.delayedUntil ?? "";
    world.pass(HOUR);
    const second = (await askForChange(browser, to)).body.delayedUntil ?? "";
    expect(Date.parse(second) - Date.parse(first)).toBeGreaterThanOrEqual(HOUR);
    // The same address once more changes nothing and mails nothing.
    expect((await askForChange(browser, to)).body.delayedUntil).toBe(second);
    const { body } = await own.api.accounts.delayedRequests();
    expect(body.requests).toEqual([{ kind: "email_change", email: to, dueAt: second }]);
    expect((await listKinds(id)).filter((kind) => kind === "request-delayed")).toHaveLength(2);
    await waitADay();
    expect((await readMember(id)).email).toBe(to);
  });

  test("never replaces an address that the member changed to meanwhile without waiting", async () => {
    const { id, own, browser } = await makeIntruded();
    await askForChange(browser, newEmail());
    const to = newEmail();
    expect((await askForChange(own, to)).body).toEqual({ awaitsConfirmation: false });
    expect(await listRequests(own)).toEqual([]);
    await waitADay();
    expect((await readMember(id)).email).toBe(to);
  });

  test("never follows one requested through an older way in where the site confirms addresses", async () => {
    const { own, browser } = await makeIntruded(confirming);
    const waitingEmail = newEmail();
    await askForChange(browser, waitingEmail);
    expect((await askForChange(own, newEmail())).body).toEqual({ awaitsConfirmation: true });
    expect(await listRequests(own)).toEqual([]);
    await waitADay(confirming);
    expect(await readMails(confirming, waitingEmail)).toEqual([]);
  });

  test("does not wait when requested with the password in an older session", async () => {
    const { id } = await makeMember(world.owner);
    const browser = await openBrowserOf(world, id);
    const to = newEmail();
    expect((await askForChange(browser, to)).body).toEqual({ awaitsConfirmation: false });
    expect((await readMember(id)).email).toBe(to);
  });
});

describe("[T84] a waiting request", () => {
  const readDue = async ({ api }: Browser) => {
    const [request] = (await api.accounts.delayedRequests()).body.requests;
    return request?.dueAt ?? "";
  };
  const jobsOf = (dueAt: string) => sql`graphile_worker._private_jobs where payload->>'dueAt' = ${dueAt}`;

  test.each(["erasure", "email_change"] as const)(
    "begins although the clock of this machine is behind: %s",
    async (kind) => {
      const { id, browser } = await makeIntruded();
      const to = newEmail();
      await (kind === "erasure" ? askForErasure(browser) : askForChange(browser, to));
      await makeJobsDue(world);
      await runJobs(world);
      const member = await readMember(id);
      if (kind === "erasure") expect(member.erasesAt).not.toBeNull();
      else expect(member.email).toBe(to);
    },
  );

  test("is not started by the job of an earlier request that was cancelled", async () => {
    const { id, own, browser } = await makeIntruded();
    await askForChange(browser, newEmail());
    const earlier = await readDue(own);
    await own.api.accounts.cancelDelayedRequests();
    world.pass(HOUR);
    const before = (await readMember(id)).email;
    await askForChange(browser, newEmail());
    await sql`update graphile_worker._private_jobs set run_at = now() where id in (select id from ${jobsOf(earlier)})`.execute(
      world.owner,
    );
    await runJobs(world);
    expect((await readMember(id)).email).toBe(before);
    expect(await listRequests(own)).toEqual(["email_change"]);
  });

  test("gets a new job when its job was lost", async () => {
    const { id, own, browser, authenticator } = await makeIntruded();
    const to = newEmail();
    await askForChange(browser, to);
    const lostDue = await readDue(own);
    await sql`delete from ${jobsOf(lostDue)}`.execute(world.owner);
    world.pass(DELAY_HOURS * HOUR);
    await signInByPasskey(browser, authenticator);
    // The job may only be late.
    expect((await askForChange(browser, to)).body.delayedUntil).toBe(lostDue);
    world.pass(HOUR);
    const { body } = await askForChange(browser, to);
    expect(Date.parse(body.delayedUntil ?? "") - Date.parse(lostDue)).toBeGreaterThanOrEqual(DELAY_HOURS * HOUR);
    await waitADay();
    expect((await readMember(id)).email).toBe(to);
  });

  test("for another address is removed in the step that stores the mail with its link", async () => {
    const { id, own, browser } = await makeIntruded(confirming);
    const to = newEmail();
    await askForChange(browser, to);
    await sendDelayedEmailChange(confirming.context, { memberId: id, dueAt: new Date(await readDue(own)) });
    expect(await listRequests(own)).toEqual([]);
    expect((await readMails(confirming, to)).map(({ kind }) => kind)).toEqual(["email-change"]);
  });
});

describe("[T84] an export", () => {
  test("requested through a young way in is announced by mail, and can be downloaded only after a day", async () => {
    const { id, browser, own } = await makeIntruded();
    const { body } = await browser.api.exports.request();
    expect(body.delayedUntil).toBeDefined();
    expect(await listKinds(id)).toContain("request-delayed");
    const exportId = body.export?.id ?? "";
    const download = (by: Browser) => by.raw(`/api/account/exports/${exportId}`);
    expect(await (await download(browser)).text()).toContain("EXPORT_DELAYED");
    expect((await download(own)).status).toBe(200);
    world.pass(DELAY_HOURS * HOUR);
    expect((await browser.api.exports.find()).body.delayedUntil).toBeUndefined();
  });

  test("requested by the member through an older way in is not given to somebody with a young one", async () => {
    const { browser, own } = await makeIntruded();
    const { body } = await own.api.exports.request();
    expect(body.delayedUntil).toBeUndefined();
    await runJobs(world);
    const file = await browser.raw(`/api/account/exports/${body.export?.id}`);
    expect(await file.text()).toContain("EXPORT_DELAYED");
  });
});
