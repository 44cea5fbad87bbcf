/** IPv4 with a port, or IPv6 in brackets, which may have a port. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d+|\[([^\]]*)\](?::\d+)?)$/;

/**
 * Returns the addresses of an `X-Forwarded-For` as limits and logs compare them. Some proxies write the port of each
 * connection or the zone of its network card, and every connection would count as another address.
 */
export function bareAddresses(forwarded: string): string {
  return forwarded
    .split(",")
    .map((part) => {
      const hop = part.trim();
      const [, v4, v6] = WITH_PORT.exec(hop) ?? [];
      return (v4 ?? v6 ?? hop).replace(/%.*$/, "");
    })
    .join(", ");
}

/** Whether a request names its host twice, so that a proxy and this server may read different ones. */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length > 1;
}
