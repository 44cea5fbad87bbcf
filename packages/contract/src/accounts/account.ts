import * as z from "zod";
import { isCleanText } from "../call/characters.ts";
import { fieldTexts } from "../call/errors.ts";
import { lineText } from "../call/text.ts";
import { EMAIL_PATTERN, tidyEmail } from "../formats/email.ts";
import { countCharacters } from "../formats/graphemes.ts";
import { typedMax } from "../formats/typed-max.ts";
import { AGE_MAX, AGE_MIN, EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "../limits.ts";

export const Role = z.enum(["baby", "daddy", "mommy", "admin"]);
export const Gender = z.enum(["Feminino", "Masculino"]);
export type Gender = z.infer<typeof Gender>;
/** The account types, which determine the role. They lack `admin`, so no input can make a member staff. */
export const AccountType = z.enum(["baby", "daddy", "mommy"]);
export type AccountType = z.infer<typeof AccountType>;

/** An address in its canonical form. */
export const Email = z
  .string({ error: fieldTexts.emailRequired })
  .max(typedMax(EMAIL_MAX), { error: fieldTexts.emailInvalid, abort: true })
  .overwrite(tidyEmail)
  .refine((text) => text.length > 0, { error: fieldTexts.emailRequired, abort: true })
  .refine((text) => text.length <= EMAIL_MAX, { error: fieldTexts.emailInvalid, abort: true })
  .check(z.email({ pattern: EMAIL_PATTERN, error: fieldTexts.emailInvalid }));

export const Password = z
  .string({ error: fieldTexts.passwordRequired })
  .max(typedMax(PASSWORD_MAX), { error: fieldTexts.passwordTooLong, abort: true })
  .refine((text) => text.length > 0, { error: fieldTexts.passwordRequired, abort: true })
  .refine(isCleanText, { error: fieldTexts.invalid, abort: true })
  .refine((text) => countCharacters(text) >= PASSWORD_MIN, { error: fieldTexts.passwordTooShort, abort: true })
  .refine((text) => countCharacters(text) <= PASSWORD_MAX, { error: fieldTexts.passwordTooLong });

export const PasswordConfirmation = z
  .string({ error: fieldTexts.passwordConfirmRequired })
  .min(1, { error: fieldTexts.passwordConfirmRequired })
  .max(typedMax(PASSWORD_MAX), { error: fieldTexts.passwordsDiffer });

/** Whether the two passwords of a form are equal. If not, the error is shown at the repetition. */
export const isRepeated = (form: { password: string; passwordConfirmation: string }) =>
  form.password === form.passwordConfirmation;
export const notRepeated = { path: ["passwordConfirmation"], error: fieldTexts.passwordsDiffer };

export const PersonName = lineText(NAME_MAX, { required: fieldTexts.nameRequired, tooLong: fieldTexts.nameTooLong });
export const ChosenGender = z.enum(Gender.enum, { error: fieldTexts.genderRequired });
export const CityId = z.int({ error: fieldTexts.locationRequired }).positive({ error: fieldTexts.locationRequired });

/** The schema of an age, with the text for a value that is too low. */
export const ageOf = (tooYoung: string) =>
  z
    .int({ error: fieldTexts.ageRequired })
    .min(AGE_MIN, { error: tooYoung })
    .max(AGE_MAX, { error: fieldTexts.ageTooOld });
export const Age = ageOf(fieldTexts.ageTooYoung);

/** A member in a staff list, with a shortened address. Of an erased account only the id is left: `email` is null. */
export const NamedMember = z.strictObject({ id: z.uuid(), name: z.string(), email: z.string().nullable() });

/** The domain of made-up addresses, unreachable by mail (RFC 2606). */
export const RESERVED_DOMAIN = "exemplo.invalid";
