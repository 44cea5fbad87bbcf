import type { AccountType, Gender } from "@caramelo/contract/accounts/account";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import type { AboutName } from "@caramelo/contract/texts/about";
import { addMember } from "../../base/members/member-queries.ts";
import { addProfile } from "../../base/members/profile-queries.ts";
import { addStream } from "../../base/members/stream-queries.ts";
import { findCity } from "../../platform/cities/cities.ts";
import type { Db } from "../../platform/database/database.ts";
import { doStep, fail } from "../../platform/http/failure.ts";
import { randomId } from "../../platform/ids.ts";
import { isCommonPassword } from "../../platform/secrets/passwords.ts";
import type { StoredPhoto } from "../../platform/storage/photo-store.ts";
import { giveConsents } from "../personal-data/commands.ts";
import { listGivenKinds } from "../personal-data/consent-rules.ts";
import { addPhotos } from "../photos/queries.ts";
import { judgeName } from "../profiles/name-rules.ts";
import { pickAbout } from "../profiles/rules.ts";
import { addPendingWelcome } from "./queries/accounts.ts";
import { roleFor } from "./rules.ts";

export type Account = Record<AboutName, string> & {
  id: string;
  email: string;
  passwordHash: string;
  role: AccountType;
  gender: Gender;
  name: string;
  age: number;
  cityId: number;
  acceptsMarketing?: boolean | undefined;
  photos: StoredPhoto[];
  awaitsConfirmation: boolean;
  /** Staff make the account for a person who has not agreed to anything yet. */
  isManaged: boolean;
};

/** Adds an account, but no ledger, in the caller's transaction. The photo files must be stored already. */
export async function addAccount(trx: Db, now: Date, account: Account): Promise<void> {
  const { id, email, passwordHash, role, gender, name, age, cityId, photos, awaitsConfirmation, isManaged } = account;
  const times = { createdAt: now, updatedAt: now };
  const member = { id, email, passwordHash, isEmailProven: false, ...times };
  // The specification has error codes for the steps of a sign-up, but none for managed profiles.
  const step: typeof doStep = isManaged ? (_, work) => work : doStep;
  const madeId = await step("AUTH_SIGNUP_ERROR", addMember(trx, member));
  if (madeId === undefined) fail(isManaged ? "USER_NO_ID" : "AUTH_NO_USER_ID");
  const facts = { role, gender, name, statedAge: age, ageStatedOn: dayInBrazil(now), cityId, ...pickAbout(account) };
  const state = { awaitsConfirmation, ...(isManaged && { isManaged, tier: MANAGED_TIER }) };
  await step("PROFILE_CREATION_ERROR", addProfile(trx, { memberId: id, ...facts, ...state, ...times }));
  await addStream(trx, id);
  if (!isManaged) {
    await giveConsents(trx, id, listGivenKinds(account.acceptsMarketing), now);
    await addPendingWelcome(trx, id);
  }
  await addPhotos(
    trx,
    photos.map(({ fileName, width, height, thumbhash }, position) => ({
      id: randomId(),
      memberId: id,
      fileName,
      position,
      width,
      height,
      thumbhash,
      createdAt: now,
    })),
  );
}

// The last tier, which discovery lists after all others.
const MANAGED_TIER = 3;

type Form = { gender: Gender; accountType: AccountType; name: string; password: string; cityId: number };
type Texts = { accountType: string; email?: string };

/** Applies the rules that the schema cannot express; returns the role. `email` is the error text of the address. */
export function judgeForm(form: Form, { accountType, ...others }: Texts): AccountType {
  const role = roleFor(form.gender, form.accountType);
  const name = judgeName(form.name);
  const fields = {
    ...(name !== undefined && { name }),
    ...(role === undefined && { accountType }),
    ...(isCommonPassword(form.password) && { password: fieldTexts.passwordTooCommon }),
    ...(findCity(form.cityId) === undefined && { cityId: fieldTexts.locationRequired }),
    ...others,
  };
  if (role === undefined || Object.keys(fields).length > 0) fail("VALIDATION_ERROR", { fields });
  return role;
}
