/** Numbers that screens, rules and the server share. No imports: the browser loads this file as it is. */

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const ADMIN_PASSWORD_MIN = 12;
export const EMAIL_MAX = 254;

export const AGE_MIN = 18;
export const AGE_MAX = 99;
export const NAME_MAX = 60;
/** Bio and what they seek: characters after trimming. */
export const ABOUT_MAX = 2_000;
/** Below this many characters a form hints that more would help; it never refuses. */
export const ABOUT_HINT_BELOW = 20;

export const PHOTOS_MIN = 2;
export const PHOTOS_MAX = 5;
export const PHOTO_MAX_BYTES = 5_242_880;
export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
/** Longest side in pixels of each stored version of a photo. */
export const PHOTO_SIZES = [320, 960, 1920] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** Sign-up starts to suggest cities at this many typed characters. */
export const CITY_SEARCH_MIN = 3;
export const CITY_SUGGESTIONS = 10;
export const CITY_SEARCH_DEBOUNCE_MS = 300;

export const BADGE_CAP = 99;
export const TOAST_DELAY_MS = 100;
export const TOAST_MS = 5_000;
export const TOAST_ERROR_MS = 7_000;
export const TOAST_EXIT_MS = 300;
/** A new member reads "Conta criada!" this long before /login opens. */
export const SIGN_UP_REDIRECT_MS = 2_000;
/** A photo that fails to load is asked for this many times more, the delay doubling from the base. */
export const PHOTO_RETRIES = 3;
export const PHOTO_RETRY_BASE_MS = 1_000;

export const SESSION_REMEMBERED_DAYS = 30;
export const SESSION_IDLE_HOURS = 24;
