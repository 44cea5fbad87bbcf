import * as z from "zod";
import { fieldTexts } from "../call/errors.ts";
import { freeText } from "../call/text.ts";
import { ABOUT_MAX } from "../limits.ts";
import { mapAbout } from "../texts/about.ts";

const { aboutTooLong: tooLong } = fieldTexts;

/** Members' texts about themselves, as sent by the sign-up and the profile form. */
export const aboutFields = mapAbout(({ member: { required } }) => freeText(ABOUT_MAX, { required, tooLong }));

/** The same texts, as sent by staff forms. */
export const staffAboutFields = mapAbout(({ staff: { required } }) => freeText(ABOUT_MAX, { required, tooLong }));

/** The same texts, as returned by the server. */
export const aboutAnswers = mapAbout(() => z.string());
/** The same texts of the caller's own profile. Staff accounts have none. */
export const ownAboutAnswers = mapAbout(() => z.string().nullable());
