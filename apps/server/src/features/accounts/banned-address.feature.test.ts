import { beforeAll, describe, expect, test } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { pickAbout } from "../profiles/rules.ts";

const world = await openWorld({ EMAIL_CONFIRMATION: "on" });
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);
let admin: Awaited<ReturnType<typeof makeSignedIn>>;

beforeAll(async () => {
  admin = await makeSignedIn(world, { role: "admin" });
});

/** Two spellings of one mailbox. */
function newMailbox(): [string, string] {
  const name = crypto.randomUUID().slice(0, 13);
  return [`${name}@gmail.com`, `${name}+nova@gmail.com`];
}

async function banOwnerOf(email: string): Promise<void> {
  const { id } = await makeMember(world.owner, { email });
  const { status } = await admin.browser.api.moderation.ban({ params: { id }, body: { reason: "Golpe." } });
  expect(status).toBe(200);
}

const emailOf = async (id: string) =>
  (await world.owner.selectFrom("member").where("id", "=", id).select("email").executeTakeFirstOrThrow()).email;

describe("[T11] an address that was banned after its mail was sent", () => {
  test("does not become that of another account", async () => {
    const [bannedEmail, again] = newMailbox();
    const { id, browser } = await makeSignedIn(world);
    await browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: again } });
    const { token } = await readLink(world, again);
    await banOwnerOf(bannedEmail);
    expect((await browser.api.accounts.confirmEmail({ body: { token } })).failure.code).toBe(
      "CONFIRMATION_LINK_INVALID",
    );
    expect(await emailOf(id)).not.toBe(again);
  });

  test("starts no account", async () => {
    const [bannedEmail, again] = newMailbox();
    const { api } = world.browser();
    const { id } = (await api.accounts.signUp({ body: signUpForm({ email: again }), photos: [small, small] })).body;
    const { token } = await readLink(world, again);
    await banOwnerOf(bannedEmail);
    expect((await api.accounts.confirmEmail({ body: { token } })).failure.code).toBe("CONFIRMATION_LINK_INVALID");
    const profile = await world.owner.selectFrom("profile").where("memberId", "=", id).select("awaitsConfirmation");
    expect(await profile.execute()).toEqual([{ awaitsConfirmation: true }]);
  });

  test("takes over no managed profile, and is not invited again", async () => {
    const [bannedEmail, again] = newMailbox();
    const { id } = await makeMember(world.owner, { email: again, isManaged: true });
    const invite = () => admin.browser.api.accounts.inviteToClaim({ params: { id } });
    await invite();
    const { token } = await readLink(world, again);
    await banOwnerOf(bannedEmail);
    const { checkClaim } = world.browser().api.accounts;
    expect((await checkClaim({ body: { token } })).failure.code).toBe("CLAIM_LINK_INVALID");
    await invite();
    expect((await readMails(world, again)).map(({ kind }) => kind)).toEqual(["invitation"]);
  });
});

test.each([true, false])(
  "[T11] the staff gives no member a banned address, nor a managed profile: %s",
  async (isManaged) => {
    const [bannedEmail, again] = newMailbox();
    const { id, email } = await makeMember(world.owner, { isManaged, email: newEmail() });
    await banOwnerOf(bannedEmail);
    const { body: user } = await admin.browser.api.officeMembers.staffUser({ params: { id } });
    const { name, age, gender, role, cityId, updatedAt, isVerified, isPremium, isWildcardCity } = user;
    const { isActive } = user;
    const switches = { isVerified, isPremium, isActive, isWildcardCity };
    const texts = { name, age, gender, accountType: role, cityId, ...pickAbout(user), updatedAt };
    const body = { ...texts, ...switches, email: again };
    const { failure } = await admin.browser.api.officeMembers.staffEditUser({ params: { id }, body });
    expect(failure.details?.fields).toEqual({ email: "Este email já está cadastrado." });
    expect(await emailOf(id)).toBe(email);
    expect(await readMails(world, email)).toEqual([]);
  },
);
