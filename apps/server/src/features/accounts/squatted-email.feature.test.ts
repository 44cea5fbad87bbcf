import { describe, expect, test } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { runJobs } from "../../testing/jobs.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { sendSignUpMail } from "./jobs.ts";

const world = await openWorld({ EMAIL_CONFIRMATION: "on" });
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

type Browser = ReturnType<World["browser"]>;
const SQUATTER = { name: "Invasora", bio: "Escrito por outra pessoa.", password: "senha da invasora" };
const OWNER = { name: "Dona", bio: "Escrito pela dona.", password: "senha da dona" };

async function signUp(browser: Browser, form: Parameters<typeof signUpForm>[0]): Promise<string> {
  const reply = await browser.api.accounts.signUp({ body: signUpForm(form), photos: [small, small] });
  expect(reply.status).toBe(200);
  return reply.body.id;
}
const confirm = (browser: Browser, token: string, password?: string) =>
  browser.api.accounts.confirmEmail({ body: { token, ...(password !== undefined && { password }) } });
const signIn = (email: string, password: string) =>
  world.browser().api.accounts.signIn({ body: { email, password, remember: false } });

/** The account of an address as the database holds it, with what its sign-up wrote. */
async function readAccount(email: string) {
  const { id } = await world.owner
    .selectFrom("member")
    .where("email", "=", email)
    .select("id")
    .executeTakeFirstOrThrow();
  const profile = await world.owner
    .selectFrom("profile")
    .where("memberId", "=", id)
    .select(["name", "bio", "isActive"])
    .executeTakeFirstOrThrow();
  const rowsOf = (table: "photo" | "consent") =>
    world.owner.selectFrom(table).where("memberId", "=", id).select("id").execute();
  return { id, ...profile, photos: (await rowsOf("photo")).length, consents: (await rowsOf("consent")).length };
}

/** The tables in which rows still belong to a member. */
async function listRows(memberId: string): Promise<string[]> {
  const tables = ["profile", "photo", "consent", "session", "accountLink", "knownDevice", "memberStream"] as const;
  const rowsOfTables = await Promise.all(
    tables.map((table) => world.owner.selectFrom(table).where("memberId", "=", memberId).select("memberId").execute()),
  );
  return tables.filter((_, at) => (rowsOfTables[at]?.length ?? 0) > 0);
}

describe("[T67] a second sign-up with an unconfirmed address", () => {
  test("wins whole: nothing of the first remains, neither texts nor photos, consents, password, devices or links", async () => {
    const email = newEmail();
    const first = await signUp(world.browser(), { email, ...SQUATTER, acceptsMarketing: true });
    const link = await readLink(world, email);
    const second = await signUp(world.browser(), { email, ...OWNER });
    await runJobs(world);
    expect(await listRows(first)).toEqual([]);
    expect(await readAccount(email)).toEqual({
      id: second,
      name: "Dona",
      bio: OWNER.bio,
      isActive: false,
      photos: 2,
      consents: 2,
    });
    const late = await confirm(world.browser(), link.token, SQUATTER.password);
    expect(late.failure.code).toBe("CONFIRMATION_LINK_INVALID");
    expect((await signIn(email, SQUATTER.password)).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
    expect((await confirm(world.browser(), (await readLink(world, email)).token, OWNER.password)).status).toBe(200);
    expect(await readAccount(email)).toMatchObject({ name: "Dona", isActive: true });
    expect((await signIn(email, OWNER.password)).status).toBe(200);
  });

  test("wins also when the job of the earlier one runs last", async () => {
    const email = newEmail();
    const early = await signUp(world.browser(), { email, ...SQUATTER });
    world.pass(1_000);
    const late = await signUp(world.browser(), { email, ...OWNER });
    await sendSignUpMail(world.context, { memberId: late, email });
    await sendSignUpMail(world.context, { memberId: early, email });
    expect(await readAccount(email)).toMatchObject({ id: late, name: "Dona" });
    expect(await listRows(early)).toEqual([]);
    await runJobs(world);
    expect((await confirm(world.browser(), (await readLink(world, email)).token, OWNER.password)).status).toBe(200);
  });

  test("leaves an account alone that was confirmed before its job ran, and tells the owner", async () => {
    const email = newEmail();
    const own = await signUp(world.browser(), { email, ...OWNER });
    const { token } = await readLink(world, email);
    const otherSignUp = await signUp(world.browser(), { email, ...SQUATTER });
    expect((await confirm(world.browser(), token, OWNER.password)).status).toBe(200);
    expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(["confirmation", "sign-up-attempt"]);
    expect(await readAccount(email)).toMatchObject({ id: own, name: "Dona", isActive: true });
    expect(await listRows(otherSignUp)).toEqual([]);
  });

  test.each(["before", "after"])(
    "at the same moment as the confirmation, a little %s it, leaves one of both accounts, whole",
    async (order) => {
      const email = newEmail();
      const own = await signUp(world.browser(), { email, ...OWNER });
      const { token } = await readLink(world, email);
      const otherSignUp = await signUp(world.browser(), { email, ...SQUATTER });
      let isConfirmed = false;
      const confirmation = async () => {
        isConfirmed = (await confirm(world.browser(), token, OWNER.password)).status === 200;
      };
      // If this call clashes with the confirmation, the job that the sign-up has added does the same work again.
      const claim = () => sendSignUpMail(world.context, { memberId: otherSignUp, email }).catch(() => {});
      const sides = order === "before" ? [claim, confirmation] : [confirmation, claim];
      await race(world.owner, holdWrites("member", "accountLink"), sides);
      await runJobs(world);
      expect(await readAccount(email)).toMatchObject(
        isConfirmed
          ? { id: own, name: "Dona", isActive: true, photos: 2 }
          : { id: otherSignUp, name: "Invasora", isActive: false, photos: 2 },
      );
    },
  );
});

describe("[T67] a confirmation link", () => {
  test("publishes no profile by a click: it asks for the password of its sign-up", async () => {
    const email = newEmail();
    await signUp(world.browser(), { email, ...SQUATTER });
    const { token } = await readLink(world, email);
    const click = await confirm(world.browser(), token);
    expect([click.status, click.failure.code]).toEqual([403, "CONFIRMATION_NEEDS_PASSWORD"]);
    const guess = await confirm(world.browser(), token, OWNER.password);
    expect(guess.failure).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: { password: "Esta não é a senha da conta que pediu este link" } },
    });
    expect(await readAccount(email)).toMatchObject({ isActive: false });
    expect((await confirm(world.browser(), token, SQUATTER.password)).status).toBe(200);
  });

  test("asks for nothing in the browser that signed up", async () => {
    const email = newEmail();
    const browser = world.browser();
    await signUp(browser, { email, ...OWNER });
    expect((await confirm(browser, (await readLink(world, email)).token)).status).toBe(200);
  });

  test("asks in the owner's browser too when it was mailed for a stranger's later sign-up", async () => {
    const email = newEmail();
    const browser = world.browser();
    await signUp(browser, { email, ...OWNER });
    await runJobs(world);
    await signUp(world.browser(), { email, ...SQUATTER });
    const { token } = await readLink(world, email);
    expect((await confirm(browser, token)).failure.code).toBe("CONFIRMATION_NEEDS_PASSWORD");
    expect((await confirm(browser, token, OWNER.password)).failure.code).toBe("VALIDATION_ERROR");
  });

  test("to another address of a stranger's account needs that account's session or password", async () => {
    const { id } = await makeMember(world.owner);
    const stranger = await openBrowserOf(world, id);
    const email = newEmail();
    await stranger.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email } });
    const { token } = await readLink(world, email);
    expect((await confirm(world.browser(), token)).failure.code).toBe("CONFIRMATION_NEEDS_PASSWORD");
    expect((await confirm(stranger, token)).body).toEqual({ kind: "change" });
  });
});

describe("[T67] password recovery for an unconfirmed account", () => {
  test("gives its receiver no way into it, and leads to a sign-up that replaces it", async () => {
    const email = newEmail();
    const squatted = await signUp(world.browser(), { email, ...SQUATTER });
    await runJobs(world);
    await world.browser().api.accounts.requestRecovery({ body: { email } });
    const mail = (await readMails(world, email)).at(-1);
    expect(mail?.kind).toBe("sign-up-pending");
    expect(mail?.bodyText).toContain(`${world.context.site.origin}/cadastro`);
    expect(mail?.bodyText).not.toContain("#");
    const own = await signUp(world.browser(), { email, ...OWNER });
    await runJobs(world);
    expect(await listRows(squatted)).toEqual([]);
    expect(await readAccount(email)).toMatchObject({ id: own, name: "Dona" });
  });

  test("is refused also by a link that was mailed before", async () => {
    const { id, email } = await makeMember(world.owner);
    await world.browser().api.accounts.requestRecovery({ body: { email } });
    const { token } = await readLink(world, email);
    await world.owner.updateTable("profile").set({ awaitsConfirmation: true }).where("memberId", "=", id).execute();
    const password = { password: OWNER.password, passwordConfirmation: OWNER.password };
    const reply = await world.browser().api.accounts.resetPassword({ body: { token, ...password } });
    expect(reply.failure.code).toBe("RESET_LINK_INVALID");
    expect(await readAccount(email)).toMatchObject({ isActive: false });
  });
});

test("[T67] a member's own change to a squatted address takes it from the unconfirmed sign-up", async () => {
  const email = newEmail();
  const squatted = await signUp(world.browser(), { email, ...SQUATTER });
  await runJobs(world);
  const { id } = await makeMember(world.owner);
  const browser = await openBrowserOf(world, id);
  await browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email } });
  expect((await confirm(browser, (await readLink(world, email)).token)).body).toEqual({ kind: "change" });
  expect(await readAccount(email)).toMatchObject({ id });
  expect(await listRows(squatted)).toEqual([]);
});

test("[T67] where the operator no longer asks for confirmation, a sign-up replaces an unconfirmed one too", async () => {
  const plain = await openWorld();
  const squatted = await makeMember(plain.owner, { awaitsConfirmation: true });
  const reply = await plain
    .browser()
    .api.accounts.signUp({ body: signUpForm({ email: squatted.email }), photos: [small, small] });
  expect(reply.status).toBe(200);
  const rows = await plain.owner.selectFrom("member").where("email", "=", squatted.email).select("id").execute();
  expect(rows).toEqual([{ id: reply.body.id }]);
});

describe("[T08] a sign-up does not tell its sender whether the address has a member", () => {
  test("by a sign-in with its password, nor by what limits that", async () => {
    const traces = [];
    for (const email of [(await makeMember(world.owner)).email, newEmail()]) {
      const browser = world.browser();
      await signUp(browser, { email, ...SQUATTER });
      await runJobs(world);
      const codes = [];
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const from = attempt < 6 ? browser : world.browser();
        const body = { email, password: attempt % 2 === 0 ? SQUATTER.password : "another wrong one", remember: false };
        const reply = await from.api.accounts.signIn({ body });
        codes.push([reply.status, reply.failure.code, reply.failure.userMessage]);
      }
      traces.push(codes);
    }

    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]?.slice(0, 2).map(([, code]) => code)).toEqual([
      "AUTH_EMAIL_NOT_CONFIRMED",
      "AUTH_INVALID_CREDENTIALS",
    ]);
  });

  test("and the member signs in as before, and takes nothing of it to another address", async () => {
    const [{ id, email }, otherEmail] = [await makeMember(world.owner), newEmail()];
    await signUp(world.browser(), { email, ...SQUATTER });
    await runJobs(world);
    expect((await signIn(email, SQUATTER.password)).failure.code).toBe("AUTH_EMAIL_NOT_CONFIRMED");
    expect((await signIn(email, PASSWORD)).status).toBe(200);

    const own = await openBrowserOf(world, id);
    await own.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: otherEmail } });
    await runJobs(world);
    expect((await confirm(own, (await readLink(world, otherEmail)).token)).status).toBe(200);
    expect((await signIn(otherEmail, SQUATTER.password)).failure.code).toBe("AUTH_INVALID_CREDENTIALS");
  });
});
