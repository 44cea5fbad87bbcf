import type { ParsedOf } from "@caramelo/contract/call/call";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { mayStaff } from "@caramelo/contract/call/staff-permissions";
import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import { changeEmail, lockMember } from "../../../base/members/member-queries.ts";
import { changeProfile, changeStaffFields } from "../../../base/members/profile-queries.ts";
import { holdEntitlement } from "../../../base/money/ledger-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import { findCity } from "../../../platform/cities/cities.ts";
import type { Context } from "../../../platform/context.ts";
import { isUniqueViolation } from "../../../platform/database/contention.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { isAddressRefused } from "../../accounts/address-commands.ts";
import { cancelDelayedRequests } from "../../accounts/queries/delayed-requests.ts";
import { voidLinks } from "../../accounts/queries/links.ts";
import { roleFor } from "../../accounts/rules.ts";
import { lockGallery } from "../../photos/queries.ts";
import { judgeName } from "../../profiles/name-rules.ts";
import { pickAbout, restateAge } from "../../profiles/rules.ts";
import { announceSwitch, applySwitch } from "../apply-switch.ts";
import { findUser } from "../queries.ts";
import { readStaffUser } from "../read-user.ts";
import { listEdited } from "../rules.ts";
import { listSwitches } from "../switch-rules.ts";

type Form = ParsedOf<typeof contract.officeMembers.staffEditUser>["body"];
type User = NonNullable<Awaited<ReturnType<typeof findUser>>>;
type Editor = { actorId: string; now: Date };

/** Changes everything that differs between a member and the form in one transaction, or changes nothing. */
export const staffEditUser = handle(
  contract.officeMembers.staffEditUser,
  async ({ params, body, me, publishChange, ...context }) => {
    const { db, clock } = context;
    const { id } = params;
    const now = clock.now();
    const editor = { actorId: me.id, now };
    const switched = await db
      .transaction()
      .execute(async (trx) => {
        await lockStreamsAround(trx, [id]);
        await lockMember(trx, id);
        // The entitlement is locked before the profile, in the same order as payments lock the two.
        await holdEntitlement(trx, id);
        await lockGallery(trx, id);
        const user = (await findUser(trx, id, now)) ?? fail("NOT_FOUND");
        if (user.updatedAt.getTime() !== body.updatedAt.getTime()) fail("USER_CHANGED");
        judgePermissions(user, body, me);
        await judgeForm({ ...context, db: trx }, user, body);
        const emailState = await editEmail(trx, user, body, editor);
        await editFields(trx, user, body, { ...editor, emailState });
        return applySwitches(trx, context, user, body, editor);
      })
      .catch((error: unknown) => {
        if (isUniqueViolation(error, "member_email_key")) failEmail();
        throw error;
      });
    publishChange([id]);
    for (const switchedSetting of switched) announceSwitch(context, id, switchedSetting);
    return readStaffUser(context, id, me);
  },
);

/** Fails unless the caller has the permissions for all changed parts of the form. */
function judgePermissions(user: User, form: Form, { staffRole }: Me): void {
  const neededPermissions = [
    ...(form.email === undefined || form.email === user.email ? [] : ["changeEmails" as const]),
    ...listSwitches(flagsOf(user), form).map(({ permission }) => permission),
  ];
  if (neededPermissions.some((permission) => !mayStaff(staffRole, permission))) fail("ADMIN_ONLY");
}

const flagsOf = (user: User) => ({ ...user, isActive: user.isOpen });

function failEmail(): never {
  fail("VALIDATION_ERROR", { fields: { email: adminMessages.quickCreateUserExists } });
}

/** Applies the rules that the schema cannot express. A name that was there before may stay. */
async function judgeForm(
  { db, banKeys, clock }: Pick<Context, "db" | "banKeys" | "clock">,
  user: User,
  form: Form,
): Promise<void> {
  const name = form.name === user.name ? undefined : judgeName(form.name);
  const needsReason = !form.isActive && user.isOpen && !form.reason;
  const fields = {
    ...(name !== undefined && { name }),
    ...(roleFor(form.gender, form.accountType) === undefined && { accountType: fieldTexts.accountTypeRequired }),
    ...(findCity(form.cityId) === undefined && { cityId: fieldTexts.locationRequired }),
    ...(needsReason && { reason: fieldTexts.reasonRequired }),
  };
  if (Object.keys(fields).length > 0) fail("VALIDATION_ERROR", { fields });
  const { email = user.email } = form;
  if (email === user.email) return;
  // The address of a banned member is refused, too, because a managed profile with it would be handed over to them.
  if (await isAddressRefused({ db, banKeys, clock }, { email, memberId: user.id })) failEmail();
}

/**
 * Changes an e-mail address. Staff may change the address of a managed profile directly. A member's new address waits
 * for confirmation by the mailed link, so that no staff can take over an account, and the old address is informed.
 */
async function editEmail(
  trx: Db,
  user: User,
  { email }: Form,
  { now }: Editor,
): Promise<"same" | "changed" | "waiting"> {
  if (email === undefined || email === user.email || email === user.pendingEmail) return "same";
  if (user.isManaged) {
    await changeEmail(trx, user.id, email, now);
    await voidLinks(trx, user.id, now);
    return "changed";
  }
  await cancelDelayedRequests(trx, user.id, "email_change");
  await addJob(trx, "send-email-change", { memberId: user.id, email }, FIRST);
  await addMail(trx, user.email, writeMail("email-change-requested"), now);
  return "waiting";
}

type Edit = Editor & { emailState: "same" | "changed" | "waiting" };

async function editFields(trx: Db, user: User, form: Form, { actorId, now, emailState }: Edit): Promise<void> {
  const { name, cityId, age, gender, accountType } = form;
  const stated = restateAge(age, user, dayInBrazil(now));
  await changeProfile(trx, user.id, { name, cityId, ...pickAbout(form), ...stated }, now);
  await changeStaffFields(trx, user.id, { gender, role: accountType }, now);
  const edited = listEdited(user, { ...form, role: accountType }, stated !== undefined);
  if (edited.length === 0 && emailState === "same") return;
  // The log says which fields were changed but not their texts, which are the member's personal data.
  const details = { fields: edited, ...(emailState !== "same" && { email: emailState }) };
  await addAuditEntry(trx, { at: now, actorId, action: "profile.edited", subjectId: user.id, details });
}

async function applySwitches(
  trx: Db,
  deps: Pick<Context, "site" | "siteSettings">,
  user: User,
  form: Form,
  { actorId, now }: Editor,
) {
  const switches = listSwitches(flagsOf(user), form);
  for (const { name, isOn, field } of switches) {
    const verdict = await applySwitch(trx, deps, user, { name, isOn, reason: form.reason, actorId, now });
    if (verdict !== "change" && verdict !== "unchanged")
      fail("VALIDATION_ERROR", { fields: { [field]: adminMessages.switchRefused[verdict] } });
  }
  return switches;
}
