/** What HTML's own pattern of an e-mail field takes, if its domain has a dot. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * A typed address in its canonical form: in lower case, without blank ends and the invisible marks that come with a
 * pasted one, so that one address has one account.
 */
export const tidyEmail = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{DI}\u2800]/gu, "")
    .trim()
    .toLowerCase();
