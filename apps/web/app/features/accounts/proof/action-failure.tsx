import { isApiError, messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/states/alert.tsx";

/**
 * Describes why an action on a passkey or app failed. Says nothing if the proof dialog was closed or if another device
 * removed the item already: the list reloads.
 */
export function ActionFailure({ error, describe = messageOf }: { error: unknown; describe?: typeof messageOf }) {
  if (error == null || isApiError(error, "NOT_FOUND", "FRESH_FACTOR_REQUIRED")) return null;
  return <Alert tone="error">{describe(error)}</Alert>;
}
