import { isIP } from "node:net";

/** Whether this host name means the machine itself. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

/**
 * Whether a browser treats the connection as secure: over https, or to the machine itself. On other connections it
 * ignores some headers and complains about them in its console.
 */
export function isTrustedConnection(host: string | undefined, { isHttps }: { isHttps: boolean }): boolean {
  return isHttps || isLoopback((host ?? "").replace(/:\d+$/, ""));
}
