import { isApiError } from "~/platform/api.ts";
import { browserErrorText } from "./rules.ts";

/** The words for a failure of a call, or of the browser's dialog. */
export function describePasskeyError(error: unknown): string {
  if (isApiError(error)) return error.message;
  return browserErrorText(error instanceof Error ? error.name : "");
}
