import { isApiError } from "~/platform/api.ts";
import { browserErrorText, findObstacle } from "./rules.ts";

/** Describes a failed call or a failure of the browser's dialog. */
export function describePasskeyError(error: unknown): string {
  if (isApiError(error)) return error.message;
  return browserErrorText(error instanceof Error ? error.name : "");
}

/** Why passkeys cannot be used in this browser at this address; undefined when they can. */
export function passkeyObstacle(): string | undefined {
  const { hostname, port } = window.location;
  const hasCredentials = "PublicKeyCredential" in window;
  return findObstacle({ isSecure: window.isSecureContext, hasCredentials, hostname, port });
}
