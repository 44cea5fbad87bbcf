import { sql } from "kysely";
import { expect, test } from "vitest";
import { readLink } from "../../testing/mails.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";

const world = await openWorld();
const careful = await openWorld({ EMAIL_CONFIRMATION: "on" });
const NEW_PASSWORD = "outra senha bem guardada";

type Role = "admin" | "daddy";
type OwnWorld = Awaited<ReturnType<typeof makeOwn>>;

async function makeOwn(where: World, role: Role) {
  const member = await makeMember(where.owner, { role });
  return { ...member, where, browser: await openBrowserOf(where, member.id) };
}

const toPassword = ({ browser }: OwnWorld) =>
  browser.api.accounts.changePassword({
    body: { currentPassword: PASSWORD, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD },
  });
const toEmail = ({ browser }: OwnWorld, email = newEmail()) =>
  browser.api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email } });

async function confirmEmail(own: OwnWorld) {
  const to = newEmail();
  await toEmail(own, to);
  const { token } = await readLink(own.where, to);
  return own.browser.api.accounts.confirmEmail({ body: { token } });
}

async function resetPassword({ where, email }: OwnWorld) {
  const { api } = where.browser();
  await api.accounts.requestRecovery({ body: { email } });
  const { token } = await readLink(where, email);
  return api.accounts.resetPassword({ body: { token, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD } });
}

const listEntries = ({ where, id }: OwnWorld) =>
  where.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", id)
    .select(["action", "actorId", "details"])
    .orderBy("id")
    .execute();

const ACTIONS: [string, string, World, (own: OwnWorld) => Promise<{ status: number }>][] = [
  ["a new password", "admin.password-changed", world, toPassword],
  ["a new address", "admin.email-changed", world, toEmail],
  ["a new address that was confirmed", "admin.email-changed", careful, confirmEmail],
  ["a new password by a mailed link", "admin.password-reset", world, resetPassword],
];

test.each(ACTIONS)(
  "[D5.21] %s is recorded in the audit log for staff, and not for members",
  async (_, action, where, work) => {
    const [staff, member] = [await makeOwn(where, "admin"), await makeOwn(where, "daddy")];
    for (const own of [staff, member]) expect((await work(own)).status).toBe(200);
    expect(await listEntries(staff)).toEqual([{ action, actorId: staff.id, details: {} }]);
    expect(await listEntries(member)).toEqual([]);
  },
);

test("[D5.21] a new address is not recorded while it waits for its confirmation", async () => {
  const staff = await makeOwn(careful, "admin");
  expect((await toEmail(staff)).body).toEqual({ awaitsConfirmation: true });
  expect(await listEntries(staff)).toEqual([]);
});

test("[D5.21] a change that cannot be recorded is rolled back", async () => {
  const staff = await makeOwn(world, "admin");
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuses before insert on audit_entry for each row
      when (new.subject_id = ${sql.lit(staff.id)}) execute function refuse()`.execute(world.owner);
  try {
    for (const work of [toPassword, toEmail]) expect((await work(staff)).status).toBe(500);
  } finally {
    await sql`drop trigger refuses on audit_entry; drop function refuse()`.execute(world.owner);
  }
  expect((await toPassword(staff)).status).toBe(200);
});
