import type { InputOf } from "@caramelo/contract/call/call";
import { isTooLong, tidyText } from "@caramelo/contract/call/characters";
import type { Contract } from "@caramelo/contract/contract";
import { countCharacters } from "@caramelo/contract/formats/graphemes";
import { ABOUT_HINT_BELOW, ABOUT_MAX, AGE_MAX, AGE_MIN, NAME_MAX } from "@caramelo/contract/limits";
import { type AboutName, mapAbout } from "@caramelo/contract/texts/about";
import { profileFields } from "@caramelo/contract/texts/profile-form";

// Members' texts about themselves have the same validation and error texts at sign-up and later.

function findTextError(text: string, max: number, required: string, tooLong: string): string | undefined {
  if (tidyText(text) === "") return required;
  return isTooLong(text, max) ? tooLong : undefined;
}

export function findNameError(name: string): string | undefined {
  return findTextError(name, NAME_MAX, profileFields.nameRequired, profileFields.nameTooLong);
}

/** Members' texts about themselves, at sign-up and later. */
export type AboutValues = Record<AboutName, string>;

export const emptyAbout = mapAbout(() => "");

/** `reader`: the person who fills in the form and reads the errors. */
export const findAboutErrors = (values: AboutValues, reader: "member" | "staff" = "member") =>
  mapAbout(({ name, [reader]: { required } }) =>
    findTextError(values[name], ABOUT_MAX, required, profileFields.aboutTooLong),
  );

/** The texts of a profile as form values. */
export const toAboutValues = (profile: Record<AboutName, string | null>) => mapAbout(({ name }) => profile[name] ?? "");

/** `age`: the typed text. */
export function findAgeError(age: string): string | undefined {
  if (!/^\d+$/.test(age.trim())) return profileFields.ageRequired;
  if (Number(age) < AGE_MIN) return profileFields.ageTooYoung;
  return Number(age) > AGE_MAX ? profileFields.ageTooOld : undefined;
}

type SignUpBody = InputOf<Contract["accounts"]["signUp"]>["body"];
export type Gender = SignUpBody["gender"];
export type AccountType = SignUpBody["accountType"];

export const GENDERS = [
  { value: "Feminino", label: "Feminino" },
  { value: "Masculino", label: "Masculino" },
] as const satisfies { value: Gender; label: string }[];

const TYPES: Record<Gender, readonly [AccountType, ...AccountType[]]> = {
  Feminino: ["baby", "mommy"],
  Masculino: ["daddy"],
};

/** The account types of a gender. The first one is the default. */
export const accountTypesOf = (gender: Gender) => TYPES[gender];

/** A hint to write more, because longer texts are found more easily. Optional. */
export function findAboutHint(text = ""): string | undefined {
  const length = countCharacters(tidyText(text));
  return length > 0 && length < ABOUT_HINT_BELOW ? "Conte um pouco mais, se quiser." : undefined;
}
