const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/**
 * Different spellings of one mailbox become equal: what follows a "+", and the dots in Gmail addresses, do not count.
 */
export function normalizeEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [domain, name] = [email.slice(at + 1), email.slice(0, at).replace(/\+.*$/, "")];
  return DOTLESS.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
