import type { IncomingMessage } from "node:http";
import { compile } from "@fastify/proxy-addr";

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

/** An id made by a proxy: a UUID, or other hexadecimal digits. */
const PROXY_ID = /^[0-9a-f][0-9a-f-]{15,63}$/i;

/**
 * Names each request, so that the proxy's log, ours and the error on the screen name the same one. Only a proxy of
 * `trustProxy` may choose the name; any other request gets one that `makeId` makes.
 */
export function openRequestIds(trustProxy: string | undefined, makeId: () => string) {
  const isProxy = trustProxy === undefined ? () => false : compile(trustProxy.split(",").map((part) => part.trim()));
  return ({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string => {
    const chosenId = headers["x-request-id"];
    const isValid = typeof chosenId === "string" && PROXY_ID.test(chosenId);
    return isValid && isProxy(socket.remoteAddress ?? "", 0) ? chosenId : makeId();
  };
}
