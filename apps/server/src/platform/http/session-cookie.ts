import { KNOWN_DEVICE_DAYS, SESSION_REMEMBERED_DAYS } from "@caramelo/contract/limits";
import { PRODUCT_NAME } from "../product-name.ts";

type Security = { isHttps: boolean };

const DAY_SECONDS = 86_400;

const SESSION = PRODUCT_NAME;
const DEVICE = `${PRODUCT_NAME}-device`;

/**
 * Returns the name of a cookie. With `__Host-` a browser accepts it only from our host, over https, for the whole site.
 * Over http the name has no prefix: Safari keeps no `Secure` cookie there, not even from the machine itself.
 */
function cookieName(name: string, { isHttps }: Security): string {
  return isHttps ? `__Host-${name}` : name;
}

export const sessionCookieName = (security: Security): string => cookieName(SESSION, security);

/** The session token that a request carries. */
export function readSessionToken(header: string | undefined, security: Security): string | undefined {
  return readCookie(SESSION, header, security);
}

/** The secret by which accounts recognize a browser in which they were used. */
export function readDeviceToken(header: string | undefined, security: Security): string | undefined {
  return readCookie(DEVICE, header, security);
}

/** Reads a cookie. When two cookies have the name, an attacker may have added one, so neither counts. */
function readCookie(name: string, header: string | undefined, security: Security): string | undefined {
  const prefix = `${cookieName(name, security)}=`;
  const values = (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  const [only] = values;
  return values.length === 1 && only ? only.slice(prefix.length) || undefined : undefined;
}

/** `Set-Cookie` for a new session: kept for 30 days when remembered, else until the browser closes. */
export function sessionCookie(token: string, isRemembered: boolean, security: Security): string {
  return cookie(SESSION, token, isRemembered ? maxAge(SESSION_REMEMBERED_DAYS) : "", security);
}

/** `Set-Cookie` that makes the browser forget the session. */
export function clearedSessionCookie(security: Security): string {
  return cookie(SESSION, "", maxAge(0), security);
}

/** `Set-Cookie` for the secret of this browser, which outlives its sessions. */
export function deviceCookie(token: string, security: Security): string {
  return cookie(DEVICE, token, maxAge(KNOWN_DEVICE_DAYS), security);
}

const maxAge = (days: number) => `; Max-Age=${days * DAY_SECONDS}`;

function cookie(name: string, value: string, age: string, security: Security): string {
  const secure = security.isHttps ? "; Secure" : "";
  return `${cookieName(name, security)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`;
}
