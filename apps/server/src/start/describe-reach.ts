import type { AddressInfo } from "node:net";
import type { NetworkInterfaceInfo } from "node:os";
import { isLoopback } from "../platform/http/trusted-connection.ts";
import { type Config, isEveryAddress, originAt } from "./config.ts";

type StartAddress = Pick<Config, "isHttps" | "publicUrl" | "host" | "port">;
type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

const OPEN_COOKIE =
  "WARNING: without https the session cookie is not protected on the network. Use this only to try the product.";

/** Returns the address that the start prints. */
export function addressOf(address: AddressInfo | string | null, { publicUrl, host, port }: StartAddress): string {
  if (publicUrl) return publicUrl.origin;
  // With PORT=0 the system chose the port.
  return originAt(host, typeof address === "object" && address !== null ? address.port : port);
}

/**
 * Returns the lines about other ways to reach the product, with a warning if its cookie is unprotected in the network.
 */
export function describeReach(where: StartAddress, address: string, interfaces: Interfaces): string[] {
  const isProtected = where.isHttps || isLoopback(where.publicUrl?.hostname ?? where.host);
  return [
    ...(where.publicUrl ? [] : [`Passkeys need a name in place of numbers: http://localhost:${new URL(address).port}`]),
    ...(isProtected ? [] : [OPEN_COOKIE]),
    ...(isLoopback(where.host)
      ? []
      : [`Reachable from other machines at ${listAddresses(where, address, interfaces)}.`]),
  ];
}

/** Returns what to type on a phone in the same network. */
function listAddresses({ publicUrl, host }: StartAddress, address: string, interfaces: Interfaces): string {
  if (publicUrl || !isEveryAddress(host)) return host;
  const all = Object.values(interfaces).flatMap((infos) => infos ?? []);
  const others = all.filter(({ family, internal }) => family === "IPv4" && !internal);
  return (
    others.map((networkAddress) => originAt(networkAddress.address, Number(new URL(address).port))).join(" and ") ||
    host
  );
}
