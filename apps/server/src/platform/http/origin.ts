import { isIP } from "node:net";

type Headers = Record<string, string | string[] | undefined>;
type Place = { publicUrl: URL | undefined };

/**
 * Whether a request that may change something was made by our own pages: `Origin` must be there and be ours, and a
 * browser that says where the request comes from must say same-origin.
 */
export function isSameOrigin(headers: Headers, { publicUrl }: Place): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (typeof origin !== "string" || typeof host !== "string") return false;
  if (site !== undefined && site !== "same-origin") return false;
  if (publicUrl) return origin === publicUrl.origin;
  // Without a configured address only hosts that no name server can point at us are believed (DNS rebinding).
  return origin === `http://${host}` && isLiteralHost(host);
}

function isLiteralHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  return name === "localhost" || isIP(name) !== 0;
}
