import { isApiError, messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/states/alert.tsx";

/**
 * Why an action on a key or an app failed. Nothing has happened when the dialog for the proof was closed, and for what
 * another device has removed the list that loads again says enough.
 */
export function ActionFailure({ error, describe = messageOf }: { error: unknown; describe?: typeof messageOf }) {
  if (error == null || isApiError(error, "NOT_FOUND", "FRESH_FACTOR_REQUIRED")) return null;
  return <Alert tone="error">{describe(error)}</Alert>;
}
