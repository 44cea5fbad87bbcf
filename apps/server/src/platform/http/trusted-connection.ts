import { isIP } from "node:net";

/** Does this host name mean the machine itself? */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

/**
 * Whether a browser takes the connection for secure: over https, or to the machine itself. Elsewhere it ignores some headers
 * and complains about them in its console.
 */
export function isTrustedConnection(host: string | undefined, { isHttps }: { isHttps: boolean }): boolean {
  return isHttps || isLoopback((host ?? "").replace(/:\d+$/, ""));
}
