import type { InputOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { type ErrorCode, errorCatalogue, fieldTexts } from "@caramelo/contract/errors";
import { findAgeFault, findBioFault, findLookingForFault, findNameFault } from "~/platform/person-rules.ts";
import {
  type Faults,
  findConfirmationFault,
  findEmailFault,
  findPasswordFault,
  hasFaults,
  keepFaults,
} from "./rules.ts";

type SignUpBody = InputOf<Contract["accounts"]["signUp"]>["body"];
export type Gender = SignUpBody["gender"];
export type AccountType = SignUpBody["accountType"];

export type CityChoice = { value: string; label: string };

export type SignUpForm = {
  email: string;
  password: string;
  passwordConfirmation: string;
  name: string;
  age: string;
  gender: Gender | "";
  accountType: AccountType | "";
  city: CityChoice | null;
  bio: string;
  lookingFor: string;
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
  bio: "",
  lookingFor: "",
  acceptsTerms: false,
  acceptsMarketing: false,
};

export const accountTypeNames = {
  baby: "Sugar Baby",
  daddy: "Sugar Daddy",
  mommy: "Sugar Mommy",
} as const satisfies Record<AccountType, string>;

const typesByGender: Record<Gender, readonly [AccountType, ...AccountType[]]> = {
  Feminino: ["baby", "mommy"],
  Masculino: ["daddy"],
};

/** What a person of this gender may sign up as; the first is what the gender derives. */
export function listAccountTypes(gender: Gender | ""): readonly AccountType[] {
  return gender === "" ? [] : typesByGender[gender];
}

/** What changes in the form when a gender is chosen. */
export function chooseGender(gender: Gender): Pick<SignUpForm, "accountType" | "lookingFor"> {
  return { accountType: typesByGender[gender][0], lookingFor: "" };
}

function findAccountTypeFault({ gender, accountType }: SignUpForm): string | undefined {
  return accountType !== "" && listAccountTypes(gender).includes(accountType)
    ? undefined
    : fieldTexts.accountTypeRequired;
}

/** Step 1 in the order of the screen: the first faulty field gets the focus. */
export function findSignUpFaults(form: SignUpForm): Faults<SignUpForm> {
  return keepFaults<SignUpForm>({
    email: findEmailFault(form.email),
    password: findPasswordFault(form.password),
    passwordConfirmation: findConfirmationFault(form.password, form.passwordConfirmation),
    name: findNameFault(form.name),
    age: findAgeFault(form.age),
    gender: form.gender ? undefined : fieldTexts.genderRequired,
    accountType: findAccountTypeFault(form),
    city: form.city ? undefined : fieldTexts.locationRequired,
    bio: findBioFault(form.bio),
    lookingFor: findLookingForFault(form.lookingFor),
    acceptsTerms: form.acceptsTerms ? undefined : fieldTexts.termsRequired,
    acceptsMarketing: undefined,
  });
}

/** The valid form as it travels; undefined for one that step 1 would refuse. */
export function toSignUpBody(form: SignUpForm): SignUpBody | undefined {
  const { gender, accountType, city, age, acceptsTerms, ...texts } = form;
  if (!gender || !accountType || !city || !acceptsTerms || hasFaults(findSignUpFaults(form))) return undefined;
  return { ...texts, gender, accountType, age: Number(age), cityId: Number(city.value), acceptsTerms };
}

/** The server's words by its field names, under the names of this form. */
export function toFormFaults(fields: Record<string, string>): Faults<SignUpForm> {
  const { cityId, ...others } = fields;
  const named = Object.entries({ ...others, ...(cityId && { city: cityId }) });
  // Only known fields pass the filter.
  return Object.fromEntries(named.filter(([name]) => name in emptySignUp)) as Faults<SignUpForm>;
}

export type SignUpDraft = Omit<SignUpForm, "password" | "passwordConfirmation">;

/** What of step 1 may be kept for a reload: never a password. */
export function toDraft({ password: _, passwordConfirmation: __, ...draft }: SignUpForm): SignUpDraft {
  return draft;
}

const strengthNames = ["Muito fraca", "Fraca", "Razoável", "Boa", "Forte"] as const;

/** The strength of a password in words; the score goes from 0 to 4. */
export const strengthName = (score: number): string => strengthNames[Math.min(Math.max(score, 0), 4)] ?? "";

/** What of a refused sign-up belongs to a field of step 1; nothing of it: the failure stays beside the photos. */
export function findStepOneFaults(code: ErrorCode, fields: Record<string, string>): Faults<SignUpForm> {
  if (code === "AUTH_USER_EXISTS") return { email: errorCatalogue.AUTH_USER_EXISTS.text };
  return code === "VALIDATION_ERROR" ? toFormFaults(fields) : {};
}
