import { findObstacle } from "./rules.ts";

/** Why passkeys cannot be used in this browser at this address; undefined when they can. */
export function passkeyObstacle(): string | undefined {
  const { hostname, port } = window.location;
  const hasCredentials = "PublicKeyCredential" in window;
  return findObstacle({ isSecure: window.isSecureContext, hasCredentials, hostname, port });
}
