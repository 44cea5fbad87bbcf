import { isApiError, messageOf } from "./api.ts";

/** The text about a failure; `words` if the server only says that it failed, or did not answer. */
export const messageOr = (words: string, error: unknown): string =>
  isApiError(error) && !isApiError(error, "SERVER_ERROR", "UNKNOWN_ERROR") ? messageOf(error) : words;
