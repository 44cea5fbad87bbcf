/** The pattern of HTML's e-mail fields, plus a dot in the domain. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * The canonical form of a typed address: lower case, trimmed, without invisible pasted characters, so that one address
 * has one account.
 */
export const tidyEmail = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{DI}\u2800]/gu, "")
    .trim()
    .toLowerCase();
