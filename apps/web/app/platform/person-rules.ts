import { countCharacters, tidyText } from "@caramelo/contract/characters";
import { fieldTexts } from "@caramelo/contract/errors";
import { ABOUT_HINT_BELOW, ABOUT_MAX, AGE_MAX, AGE_MIN, NAME_MAX } from "@caramelo/contract/limits";

// What people tell about themselves, at the sign-up and later: judged by the same rules and in the same words.

function findTextFault(text: string, max: number, required: string, tooLong: string): string | undefined {
  const length = countCharacters(tidyText(text));
  if (length === 0) return required;
  return length > max ? tooLong : undefined;
}

export function findNameFault(name: string): string | undefined {
  return findTextFault(name, NAME_MAX, fieldTexts.nameRequired, fieldTexts.nameTooLong);
}

export function findBioFault(bio: string): string | undefined {
  return findTextFault(bio, ABOUT_MAX, fieldTexts.bioRequired, fieldTexts.aboutTooLong);
}

export function findLookingForFault(lookingFor: string): string | undefined {
  return findTextFault(lookingFor, ABOUT_MAX, fieldTexts.lookingForRequired, fieldTexts.aboutTooLong);
}

/** The age as it was typed. */
export function findAgeFault(age: string): string | undefined {
  if (!/^\d+$/.test(age.trim())) return fieldTexts.ageRequired;
  if (Number(age) < AGE_MIN) return fieldTexts.ageTooYoung;
  return Number(age) > AGE_MAX ? fieldTexts.ageTooOld : undefined;
}

/** A few words more help to be found; the form never insists. */
export function findAboutHint(text = ""): string | undefined {
  const length = countCharacters(tidyText(text));
  return length > 0 && length < ABOUT_HINT_BELOW ? "Conte um pouco mais, se quiser." : undefined;
}
