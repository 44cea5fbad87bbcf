import type { InputOf } from "@caramelo/contract/call/call";
import type { ErrorCode } from "@caramelo/contract/call/errors";
import type { Contract } from "@caramelo/contract/contract";
import { PHOTO_MAX_BYTES, PHOTOS_MAX, PHOTOS_MIN } from "@caramelo/contract/limits";
import { profileFields } from "@caramelo/contract/texts/profile-form";
import { signUpErrors, signUpFields } from "@caramelo/contract/texts/sign-up";
import {
  type AboutValues,
  type AccountType,
  accountTypesOf,
  emptyAbout,
  findAboutErrors,
  findAgeError,
  findNameError,
  type Gender,
} from "~/platform/person-rules.ts";
import { type FormErrors, hasErrors, keepErrors, pickErrors, type Recheck } from "~/ui/forms/form-rules.ts";
import { findConfirmationError, findEmailError, findPasswordError } from "../rules.ts";

type SignUpBody = InputOf<Contract["accounts"]["signUp"]>["body"];

export type CityChoice = { value: string; label: string };

export type SignUpForm = AboutValues & {
  email: string;
  password: string;
  passwordConfirmation: string;
  name: string;
  age: string;
  gender: Gender | "";
  accountType: AccountType | "";
  city: CityChoice | null;
  acceptsTerms: boolean;
  acceptsMarketing: boolean;
};

export const emptySignUp: SignUpForm = {
  email: "",
  password: "",
  passwordConfirmation: "",
  name: "",
  age: "",
  gender: "",
  accountType: "",
  city: null,
  ...emptyAbout,
  acceptsTerms: false,
  acceptsMarketing: false,
};

/** The account types for a gender; the first one is the default. */
export function listAccountTypes(gender: Gender | ""): readonly AccountType[] {
  return gender === "" ? [] : accountTypesOf(gender);
}

/** Returns the form changes caused by choosing a gender. */
export function chooseGender(gender: Gender): Pick<SignUpForm, "accountType" | "lookingFor"> {
  return { accountType: accountTypesOf(gender)[0], lookingFor: "" };
}

function findAccountTypeError({ gender, accountType }: SignUpForm): string | undefined {
  const isChosen = listAccountTypes(gender).some((type) => type === accountType);
  return isChosen ? undefined : signUpFields.accountTypeRequired;
}

export function findSignUpErrors(form: SignUpForm): FormErrors<SignUpForm> {
  return keepErrors<SignUpForm>({
    email: findEmailError(form.email),
    password: findPasswordError(form.password),
    passwordConfirmation: findConfirmationError(form.password, form.passwordConfirmation),
    name: findNameError(form.name),
    age: findAgeError(form.age),
    gender: form.gender ? undefined : signUpFields.genderRequired,
    accountType: findAccountTypeError(form),
    city: form.city ? undefined : profileFields.locationRequired,
    ...findAboutErrors(form),
    acceptsTerms: form.acceptsTerms ? undefined : signUpFields.termsRequired,
    acceptsMarketing: undefined,
  });
}

/** Each field is validated as it changes. A change of the password also validates its repetition. */
export const recheckSignUp = ((changedName) =>
  changedName === "password" ? ["password", "passwordConfirmation"] : [changedName]) satisfies Recheck;

/** The request for a valid form; undefined for a form that step 1 would refuse. */
export function toSignUpBody(form: SignUpForm): SignUpBody | undefined {
  const { gender, accountType, city, age, acceptsTerms, ...texts } = form;
  if (!gender || !accountType || !city || !acceptsTerms || hasErrors(findSignUpErrors(form))) return undefined;
  return { ...texts, gender, accountType, age: Number(age), cityId: Number(city.value), acceptsTerms };
}

export const photosHint = `De ${PHOTOS_MIN} a ${PHOTOS_MAX} fotos, em JPEG, PNG ou WebP. Reduzimos as que têm mais de ${PHOTO_MAX_BYTES / 2 ** 20}MB.`;

export type SignUpDraft = Omit<SignUpForm, "password" | "passwordConfirmation">;

/** The part of step 1 that may be stored for a reload: never a password. */
export function toDraft({ password: _, passwordConfirmation: __, ...draft }: SignUpForm): SignUpDraft {
  return draft;
}

/** Whether a stored step 1 is complete except for the passwords, which are never stored. */
export function lacksOnlyPassword(draft: Partial<SignUpDraft>): boolean {
  const { password: _, passwordConfirmation: __, ...errors } = findSignUpErrors({ ...emptySignUp, ...draft });
  return !hasErrors(errors);
}

/** The errors of step 1's fields that the server refused. Without any, the failure appears next to the photos. */
export function findStepOneErrors(code: ErrorCode, fields: Record<string, string>): FormErrors<SignUpForm> {
  if (code === "AUTH_USER_EXISTS") return { email: signUpErrors.AUTH_USER_EXISTS };
  return code === "VALIDATION_ERROR" ? pickErrors(fields, Object.keys(emptySignUp)) : {};
}
