import * as z from "zod";
import { fieldTexts } from "../call/errors.ts";
import { freeText } from "../call/text.ts";
import { ABOUT_MAX } from "../limits.ts";
import { mapAbout } from "../texts/about.ts";

const { aboutTooLong: tooLong } = fieldTexts;

/** The texts that members write about themselves, as the sign-up and the form of the profile send them. */
export const aboutFields = mapAbout(({ member: { required } }) => freeText(ABOUT_MAX, { required, tooLong }));

/** The same texts, as the forms of the staff send them. */
export const staffAboutFields = mapAbout(({ staff: { required } }) => freeText(ABOUT_MAX, { required, tooLong }));

/** The same texts, as the server returns them. */
export const aboutAnswers = mapAbout(() => z.string());
/** The same texts of one's own profile. Staff accounts have none. */
export const ownAboutAnswers = mapAbout(() => z.string().nullable());
