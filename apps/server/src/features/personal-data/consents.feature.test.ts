import { randomUUID } from "node:crypto";
import { consentTexts } from "@caramelo/contract/accounts/consents";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { describe, expect, test } from "vitest";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { openLiveSocket, startLiveSocket } from "../../testing/live-socket.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { giveConsents } from "./commands.ts";

const world = await openWorld();

/** A signed-in member who gave every consent at the sign-up. */
async function makeConsenting(role: "baby" | "daddy" = "baby") {
  const member = await makeMember(world.owner, { role });
  await giveConsents(world.owner, member.id, ["terms", "sensitiveData", "marketing"], new Date());
  return { ...member, browser: await openBrowserOf(world, member.id) };
}
type Person = Awaited<ReturnType<typeof makeConsenting>>;

const give = ({ browser }: Person, kind: "sensitiveData" | "marketing", version: string = consentTexts[kind].version) =>
  browser.api.personalData.giveConsent({ body: { kind, version } });
const withdraw = ({ browser }: Person, kind: "sensitiveData" | "marketing") =>
  browser.api.personalData.withdrawConsent({ params: { kind } });
const list = async ({ browser }: Person) => (await browser.api.personalData.consents()).body.consents;
const statusOfProfile = async ({ browser }: Person, id: string) =>
  (await browser.api.profiles.read({ params: { id } })).status;
const findAccount = async ({ browser }: Person) => (await browser.api.accounts.session()).body.user;

describe("the list of consents", () => {
  test("[D5.18] has the very text, the version and the date of each, also when text or brand change later", async () => {
    const ana = await makeConsenting();
    const consents = await list(ana);
    expect(consents.map(({ kind }) => kind).sort()).toEqual(["marketing", "sensitiveData", "terms"]);
    for (const { kind, text, version, withdrawnAt } of consents) {
      expect([text, version]).toEqual([consentTexts[kind].text, consentTexts[kind].version]);
      expect(withdrawnAt).toBeNull();
    }
    const old = { id: randomUUID(), memberId: ana.id, kind: "marketing" as const, textVersion: "2025-01-01" };
    const times = { givenAt: new Date(0), revokedAt: new Date(1) };
    await world.owner
      .insertInto("consent")
      .values({ ...old, textHash: Buffer.alloc(32), ...times })
      .execute();
    expect((await list(ana)).at(-1)).toMatchObject({ version: "2025-01-01", text: null });
  });

  test("[D5.18] has only the caller's own", async () => {
    const bia = await makeConsenting();
    await withdraw(await makeConsenting(), "marketing");
    expect((await list(bia)).every(({ withdrawnAt }) => withdrawnAt === null)).toBe(true);
  });
});

describe("the consent to marketing", () => {
  test("[D5.18] is withdrawn and given again by one call each, and the account stays as it was", async () => {
    const ana = await makeConsenting();
    expect((await withdraw(ana, "marketing")).status).toBe(200);
    expect((await withdraw(ana, "marketing")).status).toBe(200);
    const states = async () =>
      (await list(ana)).filter(({ kind }) => kind === "marketing").map(({ withdrawnAt }) => withdrawnAt === null);
    expect(await states()).toEqual([false]);
    expect((await give(ana, "marketing")).status).toBe(200);
    expect((await give(ana, "marketing")).status).toBe(200);
    expect(await states()).toEqual([true, false]);
    expect(await findAccount(ana)).toMatchObject({ lacksConsent: false });
  });

  test("[D5.18] two presses at once give it once", async () => {
    const ana = await makeConsenting();
    await withdraw(ana, "marketing");
    const press = () => give(ana, "marketing");
    const replies = await race(world.owner, holdWrites("consent"), [press, press]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await list(ana)).filter(({ kind }) => kind === "marketing")).toHaveLength(2);
  });
});

describe("the consent to sensitive data", () => {
  test("[D5.18] hides the member at once when it is withdrawn, and leaves them only their own things", async () => {
    const [ana, beto] = [await makeConsenting(), await makeConsenting("daddy")];
    await makeConversation(world.owner, ana.id, beto.id);
    const [fileName = ""] = await makePhotos(world.owner, beto.id, [0]);
    expect(await statusOfProfile(beto, ana.id)).toBe(200);
    expect((await withdraw(ana, "sensitiveData")).status).toBe(200);

    expect(await statusOfProfile(beto, ana.id)).toBe(404);
    const body = { clientId: randomUUID(), text: "oi" };
    const toAna = await beto.browser.api.messaging.send({ params: { memberId: ana.id }, body });
    expect(toAna.failure.code).toBe("PEER_UNAVAILABLE");
    expect(await findAccount(ana)).toMatchObject({ lacksConsent: true });
    expect((await ana.browser.api.profiles.mine()).status).toBe(200);
    expect((await list(ana)).find(({ kind }) => kind === "sensitiveData")?.withdrawnAt).not.toBeNull();
    const refusals = [
      await ana.browser.api.discovery.list({ query: { seed: 1 } }),
      await ana.browser.api.profiles.read({ params: { id: beto.id } }),
      await ana.browser.api.messaging.send({ params: { memberId: beto.id }, body }),
    ];
    expect(refusals.map(({ failure }) => failure.code)).toEqual(refusals.map(() => "CONSENT_REQUIRED"));
    const link = world.context.photoLinks.linkTo(fileName, "small", new Date());
    expect((await ana.browser.raw(link)).status).toBe(404);
  });

  test("[D5.18] ends the live connections of all their browsers, and a new one receives nothing", async () => {
    const [ana, beto] = [await makeConsenting(), await makeConsenting("daddy")];
    const tablet = await openBrowserOf(world, ana.id);
    const sockets = [await openLiveSocket(ana.browser), await openLiveSocket(tablet)];
    const his = await openLiveSocket(beto.browser);
    await withdraw(ana, "marketing");
    await world.live.heartbeat();
    await Promise.all(sockets.map((socket) => socket.waitFor("heartbeat", 2)));
    await withdraw(ana, "sensitiveData");
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    const late = startLiveSocket(ana.browser);
    expect(await late.closed).toBe(4401);
    expect(late.received).toEqual([]);

    await withdraw(beto, "marketing");
    await give(ana, "sensitiveData");
    await openLiveSocket(ana.browser);
    await world.live.heartbeat();
    await his.waitFor("heartbeat", 3);
  });

  test("[D5.18] takes the member out of the search, the online people and the photos at once", async () => {
    const [ana, beto] = [await makeConsenting(), await makeConsenting("daddy")];
    const [fileName = ""] = await makePhotos(world.owner, ana.id, [0]);
    await world.context.storage.put(photoKey(fileName, "small"), new Uint8Array([1]));
    const link = world.context.photoLinks.linkTo(fileName, "small", new Date());
    await ana.browser.api.presence.ping();
    const areShown = async () => {
      const { discovery, presence } = beto.browser.api;
      const isListed = (await discovery.list({ query: { seed: 1 } })).body.profiles.some(({ id }) => id === ana.id);
      const isOnline = (await presence.list({ query: { ids: [ana.id] } })).body.presences.length > 0;
      return [isListed, isOnline, (await beto.browser.raw(link)).status];
    };
    expect(await areShown()).toEqual([true, true, 200]);
    await withdraw(ana, "sensitiveData");
    expect(await areShown()).toEqual([false, false, 404]);
  });

  test("[D5.18] keeps the moment of the first withdrawal when it is withdrawn again", async () => {
    const ana = await makeConsenting();
    const readTimes = () =>
      world.owner
        .selectFrom("profile")
        .where("memberId", "=", ana.id)
        .select(["consentWithdrawnAt", "deactivatedAt"])
        .executeTakeFirstOrThrow();
    await withdraw(ana, "sensitiveData");
    const first = await readTimes();
    expect(first.consentWithdrawnAt).not.toBeNull();
    expect((await withdraw(ana, "sensitiveData")).status).toBe(200);
    expect(await readTimes()).toEqual(first);
  });

  test("[D5.18] shows the member again when it is given again", async () => {
    const [ana, beto] = [await makeConsenting(), await makeConsenting("daddy")];
    await withdraw(ana, "sensitiveData");
    expect((await give(ana, "sensitiveData")).status).toBe(200);
    expect(await statusOfProfile(beto, ana.id)).toBe(200);
    expect(await findAccount(ana)).toMatchObject({ lacksConsent: false });
    expect((await ana.browser.api.discovery.list({ query: { seed: 1 } })).status).toBe(200);
  });

  test("[D5.18] a sign-in lets in a member who has withdrawn it, and shows them to nobody", async () => {
    const [ana, beto] = [await makeConsenting(), await makeConsenting("daddy")];
    await withdraw(ana, "sensitiveData");
    const phone = world.browser();
    const body = { email: ana.email, password: PASSWORD, remember: false };
    const reply = await phone.api.accounts.signIn({ body });
    expect(reply.body).toMatchObject({ wasReactivated: false, user: { lacksConsent: true } });
    expect(await statusOfProfile(beto, ana.id)).toBe(404);
  });

  test("[D5.18][T11] a suspension ends the session of who has withdrawn it, and giving it again ends no suspension", async () => {
    const ana = await makeConsenting();
    await withdraw(ana, "sensitiveData");
    expect(await findAccount(ana)).not.toBeNull();
    await world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", ana.id).execute();
    expect((await ana.browser.api.personalData.consents()).failure.code).toBe("AUTH_SESSION_EXPIRED");
    expect((await give(ana, "sensitiveData")).failure.code).toBe("AUTH_SESSION_EXPIRED");
  });

  test("[D5.18] may be withdrawn by a member without a recorded consent", async () => {
    const { id } = await makeMember(world.owner);
    const browser = await openBrowserOf(world, id);
    expect((await browser.api.personalData.withdrawConsent({ params: { kind: "sensitiveData" } })).status).toBe(200);
    expect((await browser.api.accounts.session()).body.user).toMatchObject({ lacksConsent: true });
  });
});

describe("a consent", () => {
  test("[D5.18] to another text than the one in force is refused, and changes nothing", async () => {
    const ana = await makeConsenting();
    await withdraw(ana, "sensitiveData");
    const reply = await give(ana, "sensitiveData", "2020-01-01");
    expect(reply.failure).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: { version: fieldTexts.consentTextChanged } },
    });
    expect(await findAccount(ana)).toMatchObject({ lacksConsent: true });
  });

  test.each([
    ["terms", "the terms end with the account"],
    ["__proto__", "no consent"],
    ["sensitive_data", "the name of the database"],
  ])("[D5.18] of the kind %s cannot be withdrawn: %s", async (kind) => {
    const ana = await makeConsenting();
    const reply = await ana.browser.raw(`/api/account/consents/${kind}`, { method: "DELETE" });
    expect(reply.status).toBe(400);
    expect((await list(ana)).every(({ withdrawnAt }) => withdrawnAt === null)).toBe(true);
  });

  test("[D5.18] is refused to the staff, who gave none", async () => {
    const { id } = await makeMember(world.owner, { role: "admin" });
    const browser = await openBrowserOf(world, id);
    const { personalData } = browser.api;
    const { version } = consentTexts.sensitiveData;
    const replies = [
      await personalData.withdrawConsent({ params: { kind: "sensitiveData" } }),
      await personalData.giveConsent({ body: { kind: "sensitiveData", version } }),
    ];
    expect(replies.map(({ failure }) => failure.code)).toEqual(["PERMISSION_DENIED", "PERMISSION_DENIED"]);
  });
});
