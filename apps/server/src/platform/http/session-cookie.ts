import { SESSION_REMEMBERED_DAYS } from "@caramelo/contract/limits";

type Security = { hasSecureCookies: boolean };

const DAY_SECONDS = 86_400;

/** With `__Host-` a browser takes the cookie only from us, over a safe connection, for the whole site. */
function cookieName({ hasSecureCookies }: Security): string {
  return hasSecureCookies ? "__Host-caramelo" : "caramelo";
}

/** The session token that a request carries. Two cookies of the name mean somebody planted one: neither counts. */
export function readSessionToken(header: string | undefined, security: Security): string | undefined {
  const prefix = `${cookieName(security)}=`;
  const values = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  const [only] = values;
  return values.length === 1 && only ? only.slice(prefix.length) || undefined : undefined;
}

/** `Set-Cookie` for a new session: kept for 30 days when remembered, else until the browser closes. */
export function sessionCookie(token: string, isRemembered: boolean, security: Security): string {
  return cookie(token, isRemembered ? `; Max-Age=${SESSION_REMEMBERED_DAYS * DAY_SECONDS}` : "", security);
}

/** `Set-Cookie` that makes the browser forget the session. */
export function clearedSessionCookie(security: Security): string {
  return cookie("", "; Max-Age=0", security);
}

function cookie(value: string, age: string, security: Security): string {
  const secure = security.hasSecureCookies ? "; Secure" : "";
  return `${cookieName(security)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`;
}
