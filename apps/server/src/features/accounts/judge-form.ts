import type { AccountType, Gender } from "@caramelo/contract/accounts/account";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { findCity } from "../../platform/cities/cities.ts";
import { fail } from "../../platform/http/failure.ts";
import { isCommonPassword } from "../../platform/secrets/passwords.ts";
import { judgeName } from "../profiles/name-rules.ts";
import { roleFor } from "./rules.ts";

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
