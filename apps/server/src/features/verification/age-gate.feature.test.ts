import { randomUUID } from "node:crypto";
import { listCalls } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import { lockStreams } from "../../base/members/stream-queries.ts";
import { readOutcome } from "../../testing/access-matrix/outcome.ts";
import { sampleInput, sendInput } from "../../testing/access-matrix/sample-input.ts";
import { runJobs } from "../../testing/jobs.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { makeVerification } from "../../testing/verifications.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { applyAgeAssurance } from "./commands.ts";

const calls = listCalls();

async function openGated(mode: "messaging" | "entry") {
  const world = await openWorld({ AGE_ASSURANCE: mode });
  await applyAgeAssurance(world.context);
  return world;
}

/** Approves a verification of the member, and returns a function that takes the approval back. */
async function assure(world: World, memberId: string) {
  const params = { id: (await makeVerification(world, memberId)).id };
  const { verification } = (await makeSignedIn(world, { role: "admin" })).browser.api;
  expect((await verification.approve({ params, body: { birthOn: "1990-01-01" } })).status).toBe(200);
  return () => verification.revoke({ params, body: { reason: "selfie_differs" } });
}

const write = ({ browser }: Awaited<ReturnType<typeof makeSignedIn>>, to: { id: string }) =>
  browser.api.messaging.send({ params: { memberId: to.id }, body: { clientId: randomUUID(), text: "oi" } });

describe("age assurance at entry", async () => {
  const world = await openGated("entry");
  const unknown = await makeSignedIn(world);
  const knownMember = await makeSignedIn(world, { role: "daddy" });
  await assure(world, knownMember.id);

  test("[T51] leaves an account without it its own profile, settings, purchases, devices and verification, and no other call", () => {
    const open = calls.filter(([, one]) => one.access === "member" && one.isOpenBeforeAge).map(([name]) => name);
    expect(open.sort()).toEqual([
      "accounts.addPasskey",
      "accounts.beginFactor",
      "accounts.beginPasskey",
      "accounts.beginPasskeyProof",
      "accounts.cancelDelayedRequests",
      "accounts.changeEmail",
      "accounts.changePassword",
      "accounts.confirmFactor",
      "accounts.deactivate",
      "accounts.delayedRequests",
      "accounts.devices",
      "accounts.endAllDevices",
      "accounts.endDevice",
      "accounts.keepFactor",
      "accounts.keepPasskey",
      "accounts.ownFactor",
      "accounts.passkeys",
      "accounts.prove",
      "accounts.proveByPasskey",
      "accounts.removeFactor",
      "accounts.removePasskey",
      "accounts.renamePasskey",
      "accounts.renewRecoveryCodes",
      "billing.offers",
      "billing.order",
      "billing.orders",
      "billing.statement",
      "billing.withdraw",
      "erasure.request",
      "erasure.takeBack",
      "exports.download",
      "exports.find",
      "exports.request",
      "memberSettings.change",
      "memberSettings.read",
      "moderation.appeal",
      "moderation.measures",
      "notifications.pushKey",
      "notifications.subscribe",
      "notifications.unsubscribe",
      "personalData.consents",
      "personalData.giveConsent",
      "personalData.withdrawConsent",
      "photos.add",
      "photos.arrange",
      "photos.read",
      "photos.remove",
      "photos.setMain",
      "profiles.change",
      "profiles.leaveWildcardCity",
      "profiles.mine",
      "safety.blocks",
      "safety.unblock",
      "verification.mine",
      "verification.request",
    ]);
  });

  const shut = calls.filter(([, one]) => one.access === "member" && !one.isOpenBeforeAge);
  test.each(shut)("[T51] keeps %s shut before the input is looked at", async (_, call) => {
    const outcome = await readOutcome(await sendInput(unknown.browser.raw, call, sampleInput(call)));
    expect(outcome).toEqual({ status: 403, code: "AGE_ASSURANCE_REQUIRED" });
  });

  test("[T51] hides an account without it from everybody, and shows it its own things", async () => {
    const [fileName = ""] = await makePhotos(world.owner, unknown.id, [0]);
    const list = await knownMember.browser.api.discovery.list({ query: { seed: 1 } });
    expect(list.body.profiles.map(({ id }) => id)).not.toContain(unknown.id);
    expect((await knownMember.browser.api.profiles.read({ params: { id: unknown.id } })).status).toBe(404);
    expect((await write(knownMember, unknown)).failure.code).toBe("NOT_FOUND");
    const link = world.context.photoLinks.linkTo(fileName, "small", new Date());
    expect((await knownMember.browser.raw(link)).status).toBe(404);
    expect((await unknown.browser.api.profiles.mine()).status).toBe(200);
    expect((await unknown.browser.api.accounts.session()).body.user).toMatchObject({ ageGate: "entry" });
  });

  test("[T51] shows an account without it no photo of others, even by a link from before", async () => {
    const [fileName = ""] = await makePhotos(world.owner, knownMember.id, [0]);
    const link = world.context.photoLinks.linkTo(fileName, "small", new Date());
    expect((await unknown.browser.raw(link)).status).toBe(404);
  });

  test("[T51][D5.10] ends for a member whose documents are approved: they see, are seen and write", async () => {
    const ana = await makeSignedIn(world);
    expect((await ana.browser.api.discovery.list({ query: { seed: 1 } })).failure.code).toBe("AGE_ASSURANCE_REQUIRED");
    await assure(world, ana.id);
    expect((await ana.browser.api.accounts.session()).body.user).toMatchObject({ ageGate: null, isVerified: true });
    expect((await ana.browser.api.discovery.list({ query: { seed: 1 } })).status).toBe(200);
    expect((await knownMember.browser.api.profiles.read({ params: { id: ana.id } })).status).toBe(200);
    expect((await write(ana, knownMember)).status).toBe(200);
  });

  test("[T51][D5.10] begins again for a member whose approval is revoked", async () => {
    const cora = await makeSignedIn(world);
    const takeBack = await assure(world, cora.id);
    expect((await takeBack()).status).toBe(200);
    expect((await cora.browser.api.accounts.session()).body.user).toMatchObject({
      ageGate: "entry",
      isVerified: false,
    });
    expect((await cora.browser.api.discovery.list({ query: { seed: 1 } })).failure.code).toBe("AGE_ASSURANCE_REQUIRED");
    expect((await knownMember.browser.api.profiles.read({ params: { id: cora.id } })).status).toBe(404);
  });

  test("[D5.07] is not given by the badge of the staff", async () => {
    const bia = await makeSignedIn(world, { isVerified: true });
    expect((await bia.browser.api.discovery.list({ query: { seed: 1 } })).failure.code).toBe("AGE_ASSURANCE_REQUIRED");
  });

  test("[T11] does not let a suspended member in", async () => {
    const { browser } = await makeSignedIn(world, { suspendedAt: new Date() });
    expect((await browser.api.profiles.mine()).failure.code).toBe("AUTH_SESSION_EXPIRED");
  });

  test("leaves the staff alone", async () => {
    const { browser } = await makeSignedIn(world, { role: "admin" });
    expect((await browser.api.accounts.session()).body.user).toMatchObject({ ageGate: null });
    expect((await browser.api.discovery.list({ query: { seed: 1 } })).status).toBe(200);
  });
});

describe("age assurance for messages", async () => {
  const world = await openGated("messaging");
  const [baby, daddy] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];

  test("[D5.10] keeps members without it from writing, and everything else open", async () => {
    expect((await write(baby, daddy)).failure).toMatchObject({
      code: "AGE_ASSURANCE_REQUIRED",
      userMessage: "Confirme sua idade para continuar.",
    });
    expect((await baby.browser.api.messaging.chat({ params: { memberId: daddy.id } })).body.writing).toBe("age");
    expect((await baby.browser.api.discovery.list({ query: { seed: 1 } })).body.profiles.length).toBeGreaterThan(0);
    expect((await baby.browser.api.accounts.session()).body.user).toMatchObject({ ageGate: "messaging" });
  });

  test("[D5.10] keeps members with it from writing to one without, whatever they pay, and charges nothing", async () => {
    const knownMember = await makeSignedIn(world, { role: "daddy" });
    await assure(world, knownMember.id);
    await makeConversation(world.owner, knownMember.id, baby.id);
    expect((await write(knownMember, baby)).failure.code).toBe("PEER_UNAVAILABLE");
    const writtenMessages = world.owner
      .selectFrom("message")
      .where("senderId", "=", knownMember.id)
      .where("text", "=", "oi");
    expect(await writtenMessages.select("text").execute()).toEqual([]);
    await assure(world, baby.id);
    expect((await write(baby, knownMember)).status).toBe(200);
  });
});

describe("another setting", async () => {
  const world = await openWorld({ AGE_ASSURANCE: "entry" });
  const before = await makeSignedIn(world);
  const gateOf = async ({ id }: { id: string }) =>
    (await world.owner.selectFrom("profile").where("memberId", "=", id).select("ageGate").executeTakeFirstOrThrow())
      .ageGate;

  test("[D5.10] reaches members who sign up after it at once, and those from before by a job", async () => {
    expect(await gateOf(before)).toBeNull();
    await applyAgeAssurance(world.context);
    expect(await gateOf(await makeMember(world.owner))).toBe("entry");
    await runJobs(world);
    expect(await gateOf(before)).toBe("entry");
    await assure(world, before.id);
    world.context.site.ageAssurance = "off";
    const later = await makeMember(world.owner);
    await applyAgeAssurance(world.context);
    await runJobs(world);
    expect([await gateOf(before), await gateOf(later), await gateOf(await makeMember(world.owner))]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("[D5.10] never deadlocks with the messages and blocks of the members whom it changes", async () => {
    const [ana, bia] = [await makeMember(world.owner), await makeMember(world.owner, { role: "daddy" })];
    world.context.site.ageAssurance = "messaging";
    const { applied } = await world.owner.transaction().execute(async (trx) => {
      await lockStreams(trx, [ana.id, bia.id]);
      const applied = applyAgeAssurance(world.context).then(() => runJobs(world));
      await waitForLocks(world.owner, 1);
      // A measure makes this change while it holds the locks of the streams.
      for (const { id } of [bia, ana])
        await trx.updateTable("profile").set({ hiddenAt: new Date() }).where("memberId", "=", id).execute();
      return { applied };
    });
    await applied;
    expect([await gateOf(ana), await gateOf(bia)]).toEqual(["messaging", "messaging"]);
  });
});
