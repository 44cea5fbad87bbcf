import { isIP } from "node:net";

type Headers = Record<string, string | string[] | undefined>;
type Site = { publicUrl: URL | undefined };
type KnownSite = Site & { origin: string };

type OriginRequest = { method: string; headers: Headers };

/**
 * Whether the API takes a request: what may change something must come from our own pages, and what only reads must not
 * come from another site, so that no image, frame, redirect or pop-up there acts with the session of a member. A browser
 * that does not send `Sec-Fetch-Site` may read: without it nothing is written, and pages elsewhere cannot see the answer.
 */
export function mayRequest({ method, headers }: OriginRequest, site: Site): boolean {
  if (method !== "GET" && method !== "HEAD") return isSameOrigin(headers, site);
  const from = headers["sec-fetch-site"];
  return from === undefined || from === "same-origin" || from === "none";
}

/**
 * Whether a request that may change something was made by our own pages: `Origin` must be present and ours, and
 * `Sec-Fetch-Site`, which not every browser sends, must be same-origin.
 */
export function isSameOrigin(headers: Headers, { publicUrl }: Site): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (typeof origin !== "string" || typeof host !== "string") return false;
  if (site !== undefined && site !== "same-origin") return false;
  if (publicUrl) return origin === publicUrl.origin;
  return origin === `http://${host}` && isOwnHost(host);
}

/** The address by which a request found the site: the configured one, else the host that it names, if that may be ours. */
export function findOrigin({ host }: Headers, { publicUrl, origin }: KnownSite): string {
  return !publicUrl && typeof host === "string" && isOwnHost(host) ? `http://${host}` : origin;
}

/**
 * Whether this is a host that no name server of an attacker can point at us (DNS rebinding): an address, this machine, or
 * a name of the local network, which machines there give themselves ("maria.local").
 */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  return name === "localhost" || /^[\w-]+\.local$/.test(name) || isIP(name) !== 0;
}
