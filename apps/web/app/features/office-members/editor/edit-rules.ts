import { tidyEmail } from "@caramelo/contract/formats/email";
import { staffFields } from "@caramelo/contract/texts/admin";
import { profileFields } from "@caramelo/contract/texts/profile-form";
import { signUpFields } from "@caramelo/contract/texts/sign-up";
import {
  type AboutValues,
  accountTypesOf,
  findAboutErrors,
  findAgeError,
  findNameError,
  toAboutValues,
} from "~/platform/person-rules.ts";
import { errorIfBlank, type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import type { EditBody, StaffUserDetail } from "../queries.ts";

export type UserForm = AboutValues & {
  name: string;
  email: string;
  age: string;
  gender: EditBody["gender"];
  accountType: EditBody["accountType"];
  city: { value: string; label: string } | null;
  isVerified: boolean;
  isPremium: boolean;
  isActive: boolean;
  isWildcardCity: boolean;
  reason: string;
};

export function toUserForm(user: StaffUserDetail): UserForm {
  const { name, email, age, gender, role, city, cityId } = user;
  const { isVerified, isPremium, isActive, isWildcardCity } = user;
  return {
    name,
    email,
    gender,
    accountType: role,
    isVerified,
    isPremium,
    isActive,
    isWildcardCity,
    ...toAboutValues(user),
    age: String(Math.min(age, 99)),
    city: { value: String(cityId), label: city },
    reason: "",
  };
}

/**
 * `wasActive`: the member was active before, so a suspension needs a reason. An e-mail must not be empty; otherwise
 * only the server checks it.
 */
export function findUserErrors(form: UserForm, wasActive: boolean): FormErrors<UserForm> {
  const age = findAgeError(form.age);
  return keepErrors<UserForm>({
    name: findNameError(form.name),
    email: errorIfBlank(form.email, EMAIL_REQUIRED),
    age: age === profileFields.ageTooYoung ? staffFields.staffAgeTooYoung : age,
    gender: undefined,
    accountType: accountTypesOf(form.gender).includes(form.accountType) ? undefined : signUpFields.accountTypeRequired,
    city: form.city ? undefined : profileFields.locationRequired,
    isVerified: undefined,
    isPremium: undefined,
    isActive: undefined,
    isWildcardCity: undefined,
    reason: wasActive && !form.isActive ? errorIfBlank(form.reason, staffFields.reasonRequired) : undefined,
    ...findAboutErrors(form, "staff"),
  });
}

const EMAIL_REQUIRED = "Email é obrigatório";

type OpenedUser = Pick<StaffUserDetail, "updatedAt" | "email" | "isPremium">;

/** The request for a valid form. Values that can change without the form are sent only if the form changed them. */
export function toEditBody(form: UserForm, openedUser: OpenedUser): EditBody {
  const { city, age, reason, email, isPremium, ...rest } = form;
  const why = reason.trim();
  return {
    ...rest,
    updatedAt: openedUser.updatedAt,
    age: Number(age),
    cityId: Number(city?.value),
    ...(tidyEmail(email) !== openedUser.email && { email }),
    ...(isPremium !== openedUser.isPremium && { isPremium }),
    ...(why && { reason: why }),
  };
}
