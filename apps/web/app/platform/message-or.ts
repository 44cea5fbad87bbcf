import { isApiError, messageOf } from "./api.ts";

/** The text about a failure; these words where the server only says that it failed, or nothing answered. */
export const messageOr = (words: string, error: unknown): string =>
  isApiError(error) && !isApiError(error, "SERVER_ERROR", "UNKNOWN_ERROR") ? messageOf(error) : words;
