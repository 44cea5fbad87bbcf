import { SIGN_IN_ALERT_LINK_HOURS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { readLink } from "../../testing/mails.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { listStatements } from "../../testing/statements.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const HOUR = 3_600_000;
const photo = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

type Browser = ReturnType<typeof world.browser>;

const signUp = (email: string) =>
  world.browser().api.accounts.signUp({ body: signUpForm({ email }), photos: [photo, photo] });

const changeEmail = ({ api }: Browser, email: string) =>
  api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email } });

const emailOf = async (id: string) =>
  (await world.owner.selectFrom("member").where("id", "=", id).select("email").executeTakeFirstOrThrow()).email;

/** Makes a member whose address another person changed, and the link in the mail about the change. */
async function makeRobbed() {
  const { id, email } = await makeMember(world.owner);
  const intruder = await openBrowserOf(world, id);
  expect((await changeEmail(intruder, newEmail())).status).toBe(200);
  return { id, email, intruder, token: (await readLink(world, email)).token };
}

const deny = async (token: string) => (await world.browser().api.accounts.denySignIn({ body: { token } })).status;

describe('[D2.55][T08] an address whose mailbox holds an open "Não fui eu"', () => {
  test("cannot be taken by a new account or another one, so that the link can bring it back", async () => {
    const { id, email, token } = await makeRobbed();
    const other = await makeSignedIn(world);
    for (const reply of [await signUp(email), await changeEmail(other.browser, email)])
      expect([reply.status, reply.failure.code]).toEqual([409, "AUTH_USER_EXISTS"]);
    expect(await deny(token)).toBe(200);
    expect(await emailOf(id)).toBe(email);
  });

  test("may be taken back by its own account", async () => {
    const { id, email, intruder } = await makeRobbed();
    expect((await changeEmail(intruder, email)).status).toBe(200);
    expect(await emailOf(id)).toBe(email);
  });

  test("is free once the link has ended", async () => {
    const { email } = await makeRobbed();
    world.pass(SIGN_IN_ALERT_LINK_HOURS * HOUR + 1);
    expect((await signUp(email)).status).toBe(200);
  });

  test("is free once the link was followed and the account has another address", async () => {
    const { id, email, token } = await makeRobbed();
    await makeMember(world.owner, { email });
    expect(await deny(token)).toBe(200);
    await world.owner.updateTable("member").set({ email: newEmail() }).where("email", "=", email).execute();
    expect(await emailOf(id)).not.toBe(email);
    expect((await signUp(email)).status).toBe(200);
  });

  test("looks like a taken or a banned address, also by the work that the answer takes", async () => {
    const { email: alerted } = await makeRobbed();
    const { email: takenEmail } = await makeMember(world.owner);
    const bannedMember = await makeMember(world.owner);
    const admin = await makeSignedIn(world, { role: "admin" });
    await admin.browser.api.moderation.ban({ params: { id: bannedMember.id }, body: { reason: "Golpe." } });
    await world.owner.updateTable("member").set({ email: newEmail() }).where("id", "=", bannedMember.id).execute();
    const changer = await makeSignedIn(world);
    const works = [signUp, (email: string) => changeEmail(changer.browser, email)];
    for (const work of works) {
      const traces = [];
      for (const email of [takenEmail, alerted, bannedMember.email]) {
        const answers: unknown[] = [];
        const statements = await listStatements(async () => {
          const { status, failure } = await work(email);
          answers.push(status, failure.code, failure.userMessage);
        });
        const aboutAddresses = /from "member"|"ban_mark"|"account_link"|update "member"/;
        traces.push([...answers, ...statements.filter((text) => aboutAddresses.test(text))]);
      }
      expect(traces[1]).toEqual(traces[0]);
      expect(traces[2]).toEqual(traces[0]);
    }
  });
});
