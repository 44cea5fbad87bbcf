import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { tidyEmail } from "@caramelo/contract/formats/email";
import { PHOTOS_MIN } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { profileFields } from "@caramelo/contract/texts/profile-form";
import { signUpFields } from "@caramelo/contract/texts/sign-up";
import {
  type AboutValues,
  type AccountType,
  findAboutErrors,
  findAgeError,
  findNameError,
  type Gender,
  toAboutValues,
} from "~/platform/person-rules.ts";
import { type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import { findEmailError, findPasswordError } from "../rules.ts";
import type { CityChoice } from "../sign-up/rules.ts";
import type { QuickPerson } from "./queries.ts";

type CreateBody = InputOf<Contract["accounts"]["createManaged"]>["body"];

export type QuickForm = AboutValues & {
  email: string;
  password: string;
  name: string;
  age: string;
  gender: Gender | "";
  accountType: AccountType | "";
  city: CityChoice | null;
  sendsInvitation: boolean;
};

export function toQuickForm(person: QuickPerson): QuickForm {
  const { email, password, name, age, gender, accountType, city } = person;
  return {
    email,
    password,
    name,
    gender,
    accountType,
    ...toAboutValues(person),
    age: String(age),
    city: { value: String(city.id), label: city.label },
    sendsInvitation: false,
  };
}

export function findQuickErrors(form: QuickForm): FormErrors<QuickForm> {
  const age = findAgeError(form.age);
  const needsAddress = form.sendsInvitation && isReservedAddress(form.email);
  return keepErrors<QuickForm>({
    email: findEmailError(form.email) ?? (needsAddress ? staffFields.invitationNeedsAddress : undefined),
    password: findPasswordError(form.password),
    name: findNameError(form.name),
    age: age === profileFields.ageTooYoung ? staffFields.quickAgeTooYoung : age,
    gender: form.gender === "" ? signUpFields.genderRequired : undefined,
    accountType: form.accountType === "" ? staffFields.quickAccountTypeRequired : undefined,
    city: form.city ? undefined : profileFields.locationRequired,
    ...findAboutErrors(form, "staff"),
    sendsInvitation: undefined,
  });
}

/** Whether an address can receive no mail: those of made-up people end in `.invalid`, a reserved top-level domain. */
export const isReservedAddress = (email: string): boolean => tidyEmail(email).endsWith(".invalid");

export const findPhotosError = (count: number): string | undefined =>
  count < PHOTOS_MIN ? staffFields.quickPhotosTooFew : undefined;

/** The request for a valid form; undefined when the city, the gender or the account type is not chosen. */
export function toCreateBody(form: QuickForm): CreateBody | undefined {
  const { city, age, gender, accountType, sendsInvitation, ...texts } = form;
  if (!city || gender === "" || accountType === "") return undefined;
  return {
    ...texts,
    gender,
    accountType,
    age: Number(age),
    cityId: Number(city.value),
    ...(sendsInvitation && { sendsInvitation }),
  };
}
