import { consentTexts } from "@caramelo/contract/accounts/consents";
import { FRESH_FACTOR_MINUTES } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { beginRegret, endRegret, hideWithoutConsent, showWithConsent } from "../../base/members/profile-queries.ts";
import { latestOf } from "../../platform/storage/erasure-list.ts";
import { askErasure, DAY_MS, eraseSignedIn, makeErasureDue, runErasures } from "../../testing/erasures.ts";
import { exportOf } from "../../testing/exports.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { recordErasure, remindOfErasures } from "./jobs.ts";

const world = await openWorld();
const { owner } = world;

const mailsTo = (recipient: string) =>
  owner.selectFrom("mail").where("recipient", "=", recipient).orderBy("id").select(["kind", "bodyText"]).execute();

describe("[D5.17] a member who requests the erasure", () => {
  test("needs a fresh proof, and is no member of the staff", async () => {
    const { browser, id } = await makeSignedIn(world);
    await owner
      .updateTable("session")
      .set({ provedAt: new Date(0) })
      .where("memberId", "=", id)
      .execute();
    expect((await browser.api.erasure.request()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    const staff = await makeSignedIn(world, { role: "admin" });
    expect((await staff.browser.api.erasure.request()).failure.code).toBe("PERMISSION_DENIED");
    expect(
      await owner.selectFrom("erasure").where("memberId", "in", [id, staff.id]).select("memberId").execute(),
    ).toEqual([]);
  });

  test("is hidden at once, keeps this session alone, and reads a mail that says until when", async () => {
    const email = newEmail();
    const ana = await makeSignedIn(world, { email });
    const bruno = await makeWriter(world, { role: "daddy" });
    await owner
      .insertInto("favorite")
      .values({ memberId: bruno.id, favoriteId: ana.id, createdAt: new Date() })
      .execute();
    const otherBrowser = await openBrowserOf(world, ana.id);

    const answer = await ana.browser.api.erasure.request();

    expect(answer.status).toBe(200);
    const days = (new Date(answer.body.erasesAt).getTime() - world.context.clock.now().getTime()) / DAY_MS;
    expect(Math.round(days)).toBe(30);
    expect((await otherBrowser.api.accounts.session()).body.user).toBeNull();
    expect((await ana.browser.api.accounts.session()).body.user?.erasesAt).toBe(answer.body.erasesAt);
    expect((await ana.browser.api.favorites.list({ query: {} })).failure.code).toBe("ERASURE_PENDING");
    expect((await bruno.send(ana)).failure.code).toBe("NOT_FOUND");
    const mails = await mailsTo(email);
    expect(mails.map(({ kind }) => kind)).toEqual(["erasure-requested"]);
    expect(mails[0]?.bodyText).toContain("Desistir da exclusão");
    // Asking again changes nothing.
    expect((await ana.browser.api.erasure.request()).body).toEqual(answer.body);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("is not brought back by a sign-in, but by cancelling the erasure, which restores everything", async () => {
    const email = newEmail();
    const ana = await makeSignedIn(world, { email });
    await askErasure(ana);
    const browser = world.browser();
    const signedIn = await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    expect(signedIn.body).toMatchObject({
      wasReactivated: false,
      user: { erasesAt: expect.any(String), isSuspended: false },
    });
    expect((await browser.api.profiles.mine()).failure.code).toBe("ERASURE_PENDING");

    expect((await browser.api.erasure.takeBack()).status).toBe(200);

    expect((await browser.api.accounts.session()).body.user?.erasesAt).toBeNull();
    expect((await browser.api.profiles.mine()).status).toBe(200);
    const profile = await owner
      .selectFrom("profile")
      .where("memberId", "=", ana.id)
      .select(["isActive", "erasesAt"])
      .execute();
    expect(profile).toEqual([{ isActive: true, erasesAt: null }]);
    expect((await mailsTo(email)).at(-1)?.bodyText).toContain("o seu perfil voltou a aparecer");
    expect((await browser.api.erasure.takeBack()).status).toBe(200);
  });

  test("[D5.16][T11] who is suspended meanwhile signs in to cancel it and for a copy of the data alone, and stays suspended", async () => {
    const email = newEmail();
    const ana = await makeSignedIn(world, { email });
    await askErasure(ana);
    const staff = await makeSignedIn(world, { role: "admin" });
    const params = { id: ana.id };
    expect((await staff.browser.api.moderation.suspend({ params, body: { reason: "Golpe.", days: 90 } })).status).toBe(
      200,
    );
    expect((await ana.browser.api.accounts.session()).body.user).toBeNull();

    const browser = world.browser();
    const signIn = () => browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    expect((await signIn()).body.user).toMatchObject({ erasesAt: expect.any(String), isSuspended: true });
    expect((await browser.api.profiles.mine()).failure.code).toBe("ERASURE_PENDING");
    expect((await browser.api.exports.request()).status).toBe(200);
    const press = () => browser.api.erasure.takeBack();
    const presses = await race(owner, holdWrites("erasure"), [press, press]);
    expect(presses.map(({ body }) => body)).toEqual([{ isSuspended: true }, { isSuspended: true }]);

    expect((await browser.api.accounts.session()).body).toMatchObject({ user: null, hasExpired: false });
    expect((await signIn()).failure.code).toBe("PROFILE_NOT_FOUND");
    expect(await owner.selectFrom("erasure").where("memberId", "=", ana.id).selectAll().execute()).toEqual([]);
    const standing = owner.selectFrom("profile").where("memberId", "=", ana.id).select(["isActive", "erasesAt"]);
    expect(await standing.executeTakeFirst()).toEqual({ isActive: false, erasesAt: null });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.bodyText).toContain("Você desistiu de excluir a sua conta. Nada foi apagado.");
    expect(mail?.bodyText).not.toMatch(/voltou a aparecer|como antes|troque a sua senha/);
  });

  describe("[D2.55] who is suspended meanwhile, while an intruder knows the password", () => {
    const NEW = { password: "outra senha de teste", passwordConfirmation: "outra senha de teste" };

    /** A member who is suspended or banned while an erasure waits, and an intruder who signs in afterwards. */
    async function makeIntruded(kind: "suspend" | "ban") {
      const email = newEmail();
      const { id } = await makeMember(owner, { email });
      const [ana, intruder] = [world.browser(), world.browser()];
      const signIn = (browser = ana, password = PASSWORD) =>
        browser.api.accounts.signIn({ body: { email, password, remember: false } });
      await signIn();
      await askErasure({ browser: ana });
      const staff = await makeSignedIn(world, { role: "admin" });
      const measure = { params: { id }, body: { reason: "Golpe." } };
      expect((await staff.browser.api.moderation[kind](measure)).status).toBe(200);
      expect((await signIn(intruder)).status).toBe(200);
      return { email, ana, intruder, signIn };
    }

    const kindsOf = async (email: string) => (await readMails(world, email)).map(({ kind }) => kind);

    test('hears of the sign-in, and "Não fui eu" leads to a new password and the way back', async () => {
      const { email, ana, intruder, signIn } = await makeIntruded("suspend");
      const { page, token } = await readLink(world, email);
      expect(page).toContain("/nao-fui-eu");
      const { recoveryToken } = (await ana.api.accounts.denySignIn({ body: { token } })).body;
      expect((await intruder.api.accounts.session()).body.user).toBeNull();
      expect((await ana.api.accounts.resetPassword({ body: { token: recoveryToken, ...NEW } })).status).toBe(200);
      expect((await signIn(ana, NEW.password)).status).toBe(200);
      expect((await ana.api.erasure.takeBack()).status).toBe(200);
    });

    test("recovers the account by mail until the erasure is cancelled", async () => {
      const { email, ana, signIn } = await makeIntruded("suspend");
      await ana.api.accounts.requestRecovery({ body: { email } });
      const { page, token } = await readLink(world, email);
      expect(page).toContain("/redefinir-senha");
      expect((await ana.api.accounts.resetPassword({ body: { token, ...NEW } })).status).toBe(200);
      expect((await signIn(ana, NEW.password)).status).toBe(200);
      expect((await ana.api.erasure.takeBack()).status).toBe(200);
      const mails = await kindsOf(email);
      await ana.api.accounts.requestRecovery({ body: { email } });
      expect(await kindsOf(email)).toEqual(mails);
    });

    test("gets neither mail after a ban", async () => {
      const { email, ana } = await makeIntruded("ban");
      await ana.api.accounts.requestRecovery({ body: { email } });
      expect(await kindsOf(email)).toEqual(["erasure-requested", "measure-ban"]);
    });
  });

  test("[D5.16] may still take a copy of the data along", async () => {
    const own = await openWorld();
    const ana = await makeSignedIn(own);
    await askErasure(ana);
    own.pass((FRESH_FACTOR_MINUTES + 1) * 60_000);
    expect((await ana.browser.api.exports.request()).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect((await ana.browser.api.accounts.prove({ body: { proof: PASSWORD } })).status).toBe(200);
    const files = await exportOf(own, ana.browser);
    expect(files.get("index.html")?.toString("utf8")).toContain("Pedido de exclusão da conta");
  });

  test("[D5.18] stays hidden until both the erasure is cancelled and the consent is given again", async () => {
    const email = newEmail();
    const { browser, id } = await makeSignedIn(world, { email });
    const isShown = async () =>
      (await owner.selectFrom("profile").where("memberId", "=", id).select("isActive").executeTakeFirst())?.isActive;
    const consent = { kind: "sensitiveData", version: consentTexts.sensitiveData.version } as const;
    const withdraw = () => browser.api.personalData.withdrawConsent({ params: { kind: "sensitiveData" } });
    const give = () => browser.api.personalData.giveConsent({ body: consent });
    expect((await withdraw()).status).toBe(200);
    await askErasure({ browser });
    expect((await give()).failure.code).toBe("ERASURE_PENDING");
    expect((await browser.api.erasure.takeBack()).status).toBe(200);
    expect(await isShown()).toBe(false);
    expect((await mailsTo(email)).at(-1)?.kind).toBe("erasure-taken-back");
    expect((await give()).status).toBe(200);
    expect(await isShown()).toBe(true);

    // The other order, as it could be between two devices.
    const now = world.context.clock.now();
    await hideWithoutConsent(owner, id, now);
    await beginRegret(owner, id, new Date(now.getTime() + DAY_MS), now);
    expect(await showWithConsent(owner, id, now)).toBe(true);
    expect(await isShown()).toBe(false);
    await endRegret(owner, id, now);
    expect(await isShown()).toBe(true);
  });

  test("is reminded once, some days before", async () => {
    const email = newEmail();
    const ana = await makeSignedIn(world, { email });
    await askErasure(ana);
    await remindOfErasures(world.context);
    await owner
      .updateTable("erasure")
      .set({ endsAt: new Date(Date.now() + 2 * DAY_MS) })
      .where("memberId", "=", ana.id)
      .execute();
    await remindOfErasures(world.context);
    await remindOfErasures(world.context);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["erasure-requested", "erasure-reminder"]);
  });

  test("can neither cancel it nor sign in once the moment has come", async () => {
    const email = newEmail();
    const ana = await makeSignedIn(world, { email });
    await askErasure(ana);
    await makeErasureDue(owner, ana.id);
    expect((await ana.browser.api.erasure.takeBack()).failure.code).toBe("ERASURE_BEGUN");
    const signedIn = await world
      .browser()
      .api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    expect(signedIn.failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    await runErasures(world);
    // The address is free again.
    await makeMember(owner, { email });
  });

  test.each([
    ["takes it back", [{ isActive: true }], 200],
    ["is erased", [], 409],
  ] as const)("%s when both happen at once and that comes first", async (first, profiles, status) => {
    const ana = await makeSignedIn(world);
    await askErasure(ana);
    // The machine that erases is ahead of the one that answers.
    const endsAt = new Date(Date.now() + HOUR_MS);
    await owner.updateTable("erasure").set({ endsAt }).where("memberId", "=", ana.id).execute();
    const replies: number[] = [];
    const takeBack = async () => replies.push((await ana.browser.api.erasure.takeBack()).status);
    const sides = [takeBack, runErasuresAhead];
    await race(
      world.owner,
      (trx) => trx.selectFrom("member").where("id", "=", ana.id).select("id").forUpdate().execute(),
      first === "is erased" ? sides.toReversed() : sides,
    );
    expect(replies).toEqual([status]);
    expect(await owner.selectFrom("profile").where("memberId", "=", ana.id).select("isActive").execute()).toEqual(
      profiles,
    );
  });

  const HOUR_MS = 3_600_000;
  const runErasuresAhead = () =>
    runErasures({ ...world, context: { ...world.context, clock: { now: () => new Date(Date.now() + 2 * HOUR_MS) } } });
});

test("[D5.17] requests, cancellations and begun erasures are in a list outside of the database", async () => {
  const ana = await makeSignedIn(world);
  await askErasure(ana);
  await recordErasure(world.context, ana.id);
  await ana.browser.api.erasure.takeBack();
  await recordErasure(world.context, ana.id);
  await eraseSignedIn(world, ana);
  const entries = latestOf(await world.context.erasureList.readLines());
  expect(entries.find(({ memberId }) => memberId === ana.id)).toMatchObject({ what: "begun" });
});
