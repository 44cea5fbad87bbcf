import { randomBytes } from "node:crypto";
import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { addMember, changePassword } from "../../base/members/member-queries.ts";
import { addProfile } from "../../base/members/profile-queries.ts";
import { changeStaffAccount } from "../../base/members/standing-queries.ts";
import { endSessionsOfMember } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import { randomId } from "../../platform/ids.ts";
import { productSender } from "../../platform/secrets/password-lanes.ts";
import { hashPassword, isCommonPassword, verifyPassword } from "../../platform/secrets/passwords.ts";
import { findAccountByEmail, findFirstAdmin } from "./queries/accounts.ts";
import { removeFactor } from "./queries/factors.ts";
import { voidLinks } from "./queries/links.ts";
import { removePasskeysOfMember } from "./queries/passkeys.ts";
import { judgeAdminPassword } from "./rules.ts";

type StaffRequest = {
  email: string;
  password: string | undefined;
  /** The role of a new account, an owner by default; an existing account keeps its role. */
  role?: StaffRole;
};

/**
 * Makes the first admin when there is none. Returns the e-mail, and the password when one was generated.
 * @throws Error when the e-mail belongs to a member, or the given password is refused.
 */
export async function ensureFirstAdmin(context: Pick<Context, "db" | "clock">, { email, password }: StaffRequest) {
  const existing = await findFirstAdmin(context.db);
  if (existing) return { email: existing.email, password: undefined, isNew: false };
  return makeOrRecoverAdmin(context, { email, password });
}

/**
 * Makes a staff account, or gives an existing one access again: a new password, no second factor, no session.
 * @throws Error when the e-mail belongs to a member who is not staff, or the given password is refused.
 */
export async function makeOrRecoverAdmin(context: Pick<Context, "db" | "clock">, request: StaffRequest) {
  const { email, password } = request;
  const account = await findAccountByEmail(context.db, email);
  if (!account) return { ...(await addAdmin(context, request)), isNew: true };
  if (!account.isAdmin) throw new Error(`${email} belongs to a member who is not staff.`);
  const now = context.clock.now();
  const chosenPassword = choosePassword(password);
  const passwordHash = await hashPassword(chosenPassword, productSender);
  await context.db.transaction().execute(async (trx) => {
    await changePassword(trx, account.id, passwordHash, now);
    await voidLinks(trx, account.id, now);
    await endSessionsOfMember(trx, account.id, now);
    // The factors are removed because a person who recovers an account on the machine may have lost the phone as well.
    const hadCode = await removeFactor(trx, account.id);
    const hadPasskey = await removePasskeysOfMember(trx, account.id);
    await changeStaffAccount(trx, account.id, { suspendedAt: null }, now);
    await addAuditEntry(trx, { at: now, actorId: null, action: "admin.recovered", subjectId: account.id });
    await addMail(trx, account.email, writeMail("password-changed"), context.clock.now());
    if (hadCode || hadPasskey) await addMail(trx, account.email, writeMail("factor-removed"), context.clock.now());
  });
  return { email, password: password === undefined ? chosenPassword : undefined, isNew: false };
}

async function addAdmin(
  { db, clock }: Pick<Context, "db" | "clock">,
  { email, password, role = "owner" }: StaffRequest,
) {
  const now = clock.now();
  const id = randomId();
  const chosenPassword = choosePassword(password);
  const passwordHash = await hashPassword(chosenPassword, productSender);
  const times = { createdAt: now, updatedAt: now };
  await db.transaction().execute(async (trx) => {
    await addMember(trx, { id, email, passwordHash, ...times });
    await addProfile(trx, { memberId: id, role: "admin", isAdmin: true, staffRole: role, name: "Equipe", ...times });
    await addAuditEntry(trx, { at: now, actorId: null, action: "admin.created", subjectId: id });
  });
  return { email, password: password === undefined ? chosenPassword : undefined };
}

/** @throws Error when the given password is refused for a staff account. */
function choosePassword(wantedPassword: string | undefined): string {
  // 120 random bits in characters that every terminal shows.
  if (wantedPassword === undefined) return randomBytes(15).toString("base64url");
  const error = judgeAdminPassword(wantedPassword, isCommonPassword(wantedPassword));
  if (error) throw new Error(`ADMIN_PASSWORD is ${error}.`);
  return wantedPassword;
}

export async function hasPassword({ db }: Pick<Context, "db">, email: string, password: string): Promise<boolean> {
  const account = await findAccountByEmail(db, email);
  return verifyPassword(account?.passwordHash, password, productSender);
}
