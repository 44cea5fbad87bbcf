import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { openSession } from "./session-check.ts";

const world = await openWorld();
const HOUR = 3_600_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";

async function openDevice(memberId: string, userAgent: string) {
  const browser = world.browser();
  const exchange = { userAgent, sessionToken: undefined };
  browser.jar.set("caramelo", await openSession(world.context, exchange, { memberId, isRemembered: true }));
  return browser;
}
type Browser = ReturnType<typeof world.browser>;
const listOf = async (browser: Browser) => (await browser.api.accounts.devices()).body.devices;
const getCurrentId = async (browser: Browser) => (await listOf(browser)).find(({ isCurrent }) => isCurrent)?.id ?? "";

describe("the list of devices", () => {
  test("shows where the member is signed in, this device first, then the latest used", async () => {
    const { id } = await makeMember(world.owner);
    const mine = await openDevice(id, FIREFOX);
    world.pass(60_000);
    await openDevice(id, "curl/8.5.0");
    world.pass(60_000);
    const last = await openDevice(id, FIREFOX.replace("Windows NT 10.0", "X11; Linux"));
    expect((await listOf(mine)).map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
      ["Firefox no Windows", true],
      ["Firefox no Linux", false],
      ["Navegador desconhecido", false],
    ]);
    expect((await listOf(last))[0]).toMatchObject({ name: "Firefox no Linux", isCurrent: true });
    for (const device of await listOf(mine)) {
      expect(Object.keys(device).sort()).toEqual(["id", "isCurrent", "lastSeenAt", "name", "signedInAt"]);
      expect(Date.parse(device.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(device.signedInAt));
    }
  });

  test("leaves out ended and expired sessions, and those of other members", async () => {
    const { id } = await makeMember(world.owner);
    await openBrowserOf(world, id);
    const leftBrowser = await openBrowserOf(world, id, true);
    await leftBrowser.api.accounts.signOut();
    await makeSignedIn(world);
    world.pass(24 * HOUR);
    const mine = await openBrowserOf(world, id, true);
    expect(await listOf(mine)).toHaveLength(1);
  });

  test("has at most 50 devices, this one among them", async () => {
    const { id } = await makeMember(world.owner);
    const mine = await openBrowserOf(world, id);
    world.pass(1_000);
    for (let at = 0; at < 51; at += 1) await openBrowserOf(world, id);
    const devices = await listOf(mine);
    expect([devices.length, devices[0]?.isCurrent]).toEqual([50, true]);
  });
});

test("[T09] a sign-in beyond 50 sessions ends the one that was used least lately, and its live connections", async () => {
  const { id, email } = await makeMember(world.owner);
  const oldest = await openBrowserOf(world, id, true);
  world.pass(1_000);
  const next = await openBrowserOf(world, id, true);
  world.pass(1_000);
  for (let at = 0; at < 48; at += 1) await openBrowserOf(world, id, true);
  const live = await openLiveSocket(oldest);
  const browser = world.browser();
  expect((await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } })).status).toBe(
    200,
  );
  expect(await live.closed).toBe(4401);
  expect((await oldest.api.accounts.session()).body.user).toBeNull();
  expect((await next.api.accounts.session()).body.user).not.toBeNull();
  expect(await listOf(browser)).toHaveLength(50);
});

test("[T09] signing out of all devices ends every session of the member, this one too, and nobody else's", async () => {
  const { id, browser } = await makeSignedIn(world);
  const phone = await openBrowserOf(world, id, true);
  const stranger = await makeSignedIn(world);
  const sockets = [await openLiveSocket(browser), await openLiveSocket(phone)];
  const { headers, body } = await browser.api.accounts.endAllDevices();
  expect(body).toEqual({});
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
  expect(browser.jar.has("caramelo")).toBe(false);
  expect(headers.get("clear-site-data")).toBe('"cache"');
  for (const device of [browser, phone]) expect((await device.api.accounts.session()).body.user).toBeNull();
  expect((await stranger.browser.api.accounts.session()).body.user).not.toBeNull();
});

describe("the end of a device", () => {
  test("[T09] ends its session and its live connections at once, and no others", async () => {
    const { id, browser } = await makeSignedIn(world);
    const phone = await openBrowserOf(world, id, true);
    const [here, there] = [await openLiveSocket(browser), await openLiveSocket(phone)];
    const params = { id: await getCurrentId(phone) };
    expect((await browser.api.accounts.endDevice({ params })).body).toEqual({});
    expect(await there.closed).toBe(4401);
    await world.live.heartbeat();
    await here.waitFor("heartbeat", 2);
    here.socket.terminate();
    expect((await phone.api.accounts.session()).body).toEqual({ user: null, hasExpired: true });
    expect(await listOf(browser)).toHaveLength(1);
    expect((await browser.api.accounts.endDevice({ params })).failure.code).toBe("NOT_FOUND");
  });

  test("clears the cookie when it is the current device", async () => {
    const { browser } = await makeSignedIn(world);
    const { headers } = await browser.api.accounts.endDevice({ params: { id: await getCurrentId(browser) } });
    expect(browser.jar.size).toBe(0);
    expect(headers.get("clear-site-data")).toBe('"cache"');
  });

  test("[T05] is NOT_FOUND for another member's device, which stays signed in", async () => {
    const [mine, theirs] = [await makeSignedIn(world), await makeSignedIn(world)];
    const answer = async (id: string) => {
      const { status, failure, headers } = await mine.browser.api.accounts.endDevice({ params: { id } });
      const { requestId: _, ...body } = failure;
      return { status, body, names: [...headers.keys()].sort() };
    };
    const missingAnswer = await answer(randomUUID());
    expect(await answer(await getCurrentId(theirs.browser))).toEqual(missingAnswer);
    expect(missingAnswer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect((await theirs.browser.api.accounts.session()).body.user?.id).toBe(theirs.id);
  });
});
