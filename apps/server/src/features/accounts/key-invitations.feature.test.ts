import { expect, test } from "vitest";
import { addPasskey } from "../../testing/passkeys.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const DAY = 24 * 3_600_000;
const SHORT = "mel742";

/** Makes a member with this password. */
async function makeWithPassword(password: string, overrides: Parameters<typeof makeMember>[1] = {}) {
  const { id, email } = await makeMember(world.owner, overrides);
  const browser = await openBrowserOf(world, id);
  const body = { currentPassword: PASSWORD, password, passwordConfirmation: password };
  expect((await browser.api.accounts.changePassword({ body })).status).toBe(200);
  const signIn = async (typedPassword = password) =>
    (await world.browser().api.accounts.signIn({ body: { email, password: typedPassword, remember: false } })).body
      ?.invitesKey;
  return { id, browser, signIn };
}

test("[D2.57] a member with a short password is invited to add a key at a sign-in, and again a month later", async () => {
  const { signIn } = await makeWithPassword(SHORT);
  expect(await signIn()).toBe(true);
  expect(await signIn()).toBe(false);
  world.pass(29 * DAY);
  expect(await signIn()).toBe(false);
  world.pass(DAY);
  expect(await signIn()).toBe(true);
  expect(await signIn()).toBe(false);
});

test("[D2.57] of two sign-ins at the same time only one invites", async () => {
  const { signIn } = await makeWithPassword(SHORT);
  const enter = () => signIn();
  const answers = await race(world.owner, holdWrites("keyInvitation"), [enter, enter]);
  expect(answers.toSorted()).toEqual([false, true]);
});

test("[D2.57] a member with a password of eight characters or a passkey is not invited, and no invitation is recorded", async () => {
  const long = await makeWithPassword("mel74200");
  const keyed = await makeWithPassword(SHORT);
  await addPasskey(keyed.browser);
  for (const { id, signIn } of [long, keyed]) {
    expect(await signIn()).toBe(false);
    expect(await world.owner.selectFrom("keyInvitation").where("memberId", "=", id).selectAll().execute()).toEqual([]);
  }
});

test("[D2.57] a refused sign-in invites nobody, and only the time of an invitation is stored", async () => {
  const { id, signIn } = await makeWithPassword(SHORT);
  await signIn("errada");
  const rows = () => world.owner.selectFrom("keyInvitation").where("memberId", "=", id).selectAll().execute();
  expect(await rows()).toEqual([]);
  await signIn();
  expect(await rows()).toEqual([{ memberId: id, invitedAt: expect.any(Date) }]);
});
