import * as z from "zod";
import { fieldTexts } from "../call/errors.ts";
import { freeText } from "../call/text.ts";
import { ABOUT_MAX } from "../limits.ts";

/** The texts that members write about themselves, as the sign-up and the form of the profile send them. */
export const aboutFields = {
  bio: freeText(ABOUT_MAX, { required: fieldTexts.bioRequired, tooLong: fieldTexts.aboutTooLong }),
  lookingFor: freeText(ABOUT_MAX, { required: fieldTexts.lookingForRequired, tooLong: fieldTexts.aboutTooLong }),
};

/** The same, as the forms of the staff send them. */
export const staffAboutFields = {
  bio: freeText(ABOUT_MAX, { required: fieldTexts.quickBioRequired, tooLong: fieldTexts.aboutTooLong }),
  lookingFor: freeText(ABOUT_MAX, { required: fieldTexts.quickLookingForRequired, tooLong: fieldTexts.aboutTooLong }),
};

export type AboutName = keyof typeof aboutFields;
export const ABOUT_NAMES = Object.keys(aboutFields) as AboutName[];

// One entry for each name.
const answerAs = <Schema>(schema: Schema) =>
  Object.fromEntries(ABOUT_NAMES.map((name) => [name, schema])) as Record<AboutName, Schema>;

/** The same texts as the server answers them. */
export const aboutTexts = answerAs(z.string());
/** Staff accounts have none. */
export const ownAboutTexts = answerAs(z.string().nullable());
