import type { AnyCall } from "@caramelo/contract/call/call";
import { listLimits } from "@caramelo/contract/call/limit-policy";
import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { contract, listCalls } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import { JSON_TYPE, sampleInput, sendInput } from "../../testing/access-matrix/sample-input.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

// A limit low enough to be used up by the tests, with a window so long that no bucket is refilled.
const FEW = "8/999999";
const world = await openWorld({
  ...Object.fromEntries(Object.keys(rateLimits).map((name) => [limitSetting(name), FEW])),
  // This limit counts by session only, and would end the loops before they have used up the limits that sessions share.
  [limitSetting("bodies")]: "999999/1",
});
const LOOPS = 8;
const ATTEMPTS = 2;
const NEW_PASSWORD = "outra senha de teste";
// `useUpEverything` leaves these calls out, because they end the intruder's own session.
const ENDING = new Set(["accounts.endAllDevices", "accounts.deactivate", "accounts.signOut"]);

type Browser = ReturnType<typeof world.browser>;
const picture = [new Blob(["no picture"])];
const calls = listCalls();

/** Whether the sessions of a member share a limit of the call. */
const isShared = ({ limit }: AnyCall) => listLimits(limit).some(({ per }) => per === "member" || per === "caller");

/** Makes up to sixteen calls, eight at once, until one is refused; returns whether one was. */
async function useUp({ raw }: Browser, call: AnyCall): Promise<boolean> {
  const input = sampleInput(call);
  const guess = input.body && "currentPassword" in input.body ? { currentPassword: "nunca foi esta" } : {};
  const body = input.body && { ...input.body, ...guess };
  let isRefused = false;
  const loop = async () => {
    for (let attempt = 0; attempt < ATTEMPTS && !isRefused; attempt += 1)
      isRefused = (await sendInput(raw, call, { ...input, body }, picture)).status === 429 || isRefused;
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
  return isRefused;
}

/** Opens a session in which the member proved who they are just now or, without `isProven`, an hour ago. */
async function openSessionOf(memberId: string, { isProven }: { isProven: boolean }): Promise<Browser> {
  const browser = await openBrowserOf(world, memberId);
  if (isProven) return browser;
  const { body } = await browser.api.accounts.devices();
  const own = body.devices.find(({ isCurrent }) => isCurrent);
  const provedAt = new Date(world.context.clock.now().getTime() - 3_600_000);
  await world.owner
    .updateTable("session")
    .set({ provedAt })
    .where("id", "=", own?.id ?? "")
    .execute();
  return browser;
}

async function makeOwner(overrides: Parameters<typeof makeMember>[1]) {
  const { id, email } = await makeMember(world.owner, overrides);
  const intruder = await openSessionOf(id, { isProven: false });
  const useUpEverything = async () => {
    const access = overrides?.role === "admin" ? ["admin", "member", "public"] : ["member", "public"];
    for (const [name, call] of calls)
      if (access.includes(call.access) && isShared(call) && !ENDING.has(name)) await useUp(intruder, call);
  };
  return { id, email, intruder, useUpEverything };
}

/** Does what members do to protect themselves, and opens the screens for it; returns the status of each answer. */
async function protect({ api }: Browser, disturber: { id: string }, { mayReport }: { mayReport: boolean }) {
  const memberId = disturber.id;
  const newPassword = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
  const report = () => api.moderation.report({ body: { memberId, reason: "fake_profile" } });
  expect((await api.accounts.session()).body.user).not.toBeNull();
  const replies = [
    await api.memberSettings.read(),
    await api.messaging.conversations(),
    await api.accounts.devices(),
    ...(mayReport ? [await report()] : []),
    await api.safety.block({ params: { id: memberId } }),
    await api.safety.blocks(),
    await api.safety.unblock({ params: { id: memberId } }),
    await api.accounts.changePassword({ body: { currentPassword: PASSWORD, ...newPassword } }),
  ];
  return replies.map(({ status }) => status);
}

describe("[T77] when an intruder's session has used up all that its member's sessions share", () => {
  test("the owner's session protects its member as ever, and reports once its owner has proved who they are", async () => {
    const { id, intruder, useUpEverything } = await makeOwner({ role: "baby" });
    const disturber = await makeMember(world.owner, { role: "daddy" });
    await makeConversation(world.db, disturber.id, id);
    const [owner, phone] = [await openSessionOf(id, { isProven: false }), await openSessionOf(id, { isProven: false })];
    await useUpEverything();
    // The loops have used up the limits of these calls.
    for (const call of [
      contract.memberSettings.read,
      contract.accounts.devices,
      contract.safety.block,
      contract.moderation.report,
    ])
      expect(await useUp(intruder, call)).toBe(true);

    expect(
      (await owner.api.moderation.report({ body: { memberId: disturber.id, reason: "fake_profile" } })).status,
    ).toBe(429);
    expect(await protect(owner, disturber, { mayReport: false })).toEqual(Array(7).fill(200));
    // The new password has ended the intruder's session and the phone's.
    for (const endedBrowser of [intruder, phone])
      expect((await endedBrowser.api.accounts.session()).body.user).toBeNull();
  });

  test("a new sign-in passes everywhere, and ends or deactivates what the owner wants", async () => {
    const { id, email, useUpEverything } = await makeOwner({ role: "baby" });
    const disturber = await makeMember(world.owner, { role: "daddy" });
    await makeConversation(world.db, disturber.id, id);
    await useUpEverything();
    const signIn = async (password: string) => {
      const browser = world.browser();
      expect((await browser.api.accounts.signIn({ body: { email, password, remember: false } })).status).toBe(200);
      return browser;
    };
    const owner = await signIn(PASSWORD);
    expect(await protect(owner, disturber, { mayReport: true })).toEqual(Array(8).fill(200));
    expect((await owner.api.accounts.endAllDevices()).status).toBe(200);
    expect((await (await signIn(NEW_PASSWORD)).api.accounts.deactivate()).status).toBe(200);
  });

  test("ending all sessions and deactivating pass in a session that proved nothing lately", async () => {
    for (const name of ["endAllDevices", "deactivate"] as const) {
      const { id, intruder } = await makeOwner({ role: "baby" });
      const owner = await openSessionOf(id, { isProven: false });
      const { session, devices, endDevice } = contract.accounts;
      for (const call of [session, contract.memberSettings.read, devices, endDevice]) await useUp(intruder, call);
      expect((await owner.api.accounts[name]()).status, name).toBe(200);
    }
  });

  test("a person who shares the same session is left behind by a new sign-in", async () => {
    const { email, intruder } = await makeOwner({ role: "baby" });
    const owner = world.browser();
    for (const [name, value] of intruder.jar) owner.jar.set(name, value);
    await useUp(intruder, contract.accounts.devices);
    expect((await owner.api.accounts.devices()).status).toBe(429);
    await owner.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    expect((await owner.api.accounts.endAllDevices()).status).toBe(200);
  });

  test("refused bodies in the same session do not keep the member from signing in or out", async () => {
    const bodies = await openWorld({ [limitSetting("bodies")]: "300/999999" });
    const { id, email } = await makeMember(bodies.owner);
    const intruder = await openBrowserOf(bodies, id);
    const owner = bodies.browser();
    for (const [name, value] of intruder.jar) owner.jar.set(name, value);
    const sendRefused = (path: string, method: string) =>
      intruder.raw(path, { method, body: "{", headers: JSON_TYPE }).then(({ status }) => status);
    const useUpBodies = async (path: string, method: string) => {
      for (let at = 0; at < 300; at += 1) if ((await sendRefused(path, method)) === 429) return;
      throw new Error("bodies are not counted");
    };
    await useUpBodies("/api/session", "POST");
    await useUpBodies(`/api${contract.memberSettings.change.path}`, contract.memberSettings.change.method);
    expect((await owner.api.memberSettings.change({ body: {} })).status).toBe(429);
    const again = bodies.browser();
    for (const [name, value] of owner.jar) again.jar.set(name, value);
    expect((await again.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } })).status).toBe(
      200,
    );
    expect((await owner.api.accounts.signOut()).status).toBe(200);
    expect((await again.api.accounts.endAllDevices()).status).toBe(200);
  });

  test("a member of the staff proves who they are, ends the sessions and takes settings back", async () => {
    const { id, useUpEverything } = await makeOwner({ role: "admin" });
    const { api } = await openSessionOf(id, { isProven: false });
    await useUpEverything();
    const change = { name: "brand:address", value: "Rua B, 2" } as const;
    const replies = [
      await api.accounts.session(),
      await api.accounts.prove({ body: { proof: PASSWORD } }),
      await api.accounts.team(),
      await api.operator.read(),
      await api.operator.change({ body: { changes: [change] } }),
      await api.accounts.endStaffSessions({ params: { id } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });
});

describe("[T77] wrong passwords", () => {
  test("in an intruder's session are few, and leave the owner's session its own limit", async () => {
    const { id, intruder } = await makeOwner({ role: "baby" });
    const owner = await openSessionOf(id, { isProven: false });
    const guess = ({ api }: Browser, currentPassword: string) =>
      api.accounts.changePassword({
        body: { currentPassword, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD },
      });
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await guess(intruder, "nunca foi esta")).status);
    expect(statuses).toEqual([...Array(4).fill(400), ...Array(8).fill(429)]);
    expect((await guess(owner, PASSWORD)).status).toBe(200);
  });

  test("of all sessions together stop at the account's limit, except for a person who has proved who they are", async () => {
    const { id } = await makeOwner({ role: "baby" });
    const guess = async ({ api }: Browser, currentPassword = "nunca foi esta") => {
      const password = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
      return (await api.accounts.changePassword({ body: { currentPassword, ...password } })).status;
    };
    const statuses: number[] = [];
    for (let session = 0; session < 4; session += 1) {
      const stolen = await openSessionOf(id, { isProven: false });
      for (let at = 0; at < 4; at += 1) statuses.push(await guess(stolen));
    }
    expect(statuses).toEqual([...Array(8).fill(400), ...Array(8).fill(429)]);
    expect(await guess(await openSessionOf(id, { isProven: true }), PASSWORD)).toBe(200);
  });
});
