import { isIP } from "node:net";

type Headers = Record<string, string | string[] | undefined>;
type Site = { publicUrl: URL | undefined };
type KnownSite = Site & { origin: string };

type OriginRequest = { method: string; headers: Headers };

/**
 * Whether the API accepts a request. Requests that may change something must come from our own pages. Requests that
 * only read must not come from another site, so that no image, frame, redirect or pop-up there acts with a member's
 * session. A browser that does not send `Sec-Fetch-Site` may read: reading changes nothing, and pages of other sites
 * cannot see the answer.
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

/**
 * Returns the address at which the request reached the site: the configured one, or else the requested host, if it may
 * be ours.
 */
export function findOrigin({ host }: Headers, { publicUrl, origin }: KnownSite): string {
  return !publicUrl && typeof host === "string" && isOwnHost(host) ? `http://${host}` : origin;
}

/**
 * Whether no attacker's name server can point this host at us (DNS rebinding). That holds for an IP address, for this
 * machine, and for a name that machines of the local network give themselves ("maria.local").
 */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  return name === "localhost" || /^[\w-]+\.local$/.test(name) || isIP(name) !== 0;
}
