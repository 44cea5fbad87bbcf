import type { IncomingMessage } from "node:http";
import { compile } from "@fastify/proxy-addr";

/** What proxies make: a UUID, or other hexadecimal digits. */
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
