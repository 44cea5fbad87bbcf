const DOTLESS = new Set(["gmail.com", "googlemail.com"]);

/** One mailbox has many spellings: what follows a "+", and Gmail's dots, do not make another one. */
export function normalizeEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [domain, name] = [email.slice(at + 1), email.slice(0, at).replace(/\+.*$/, "")];
  return DOTLESS.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
