import { DATA_REQUEST_KINDS, dataRequestFields } from "@caramelo/contract/texts/data-requests";
import { profileFields } from "@caramelo/contract/texts/profile-form";
import { signInFields } from "@caramelo/contract/texts/sign-in";
import { type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";

export type RequestForm = { kind: string; words: string; name: string; email: string };

/** The kind that a link to the form chooses; empty for none, or for an unknown one. */
export const readKind = (text: string | null): string => DATA_REQUEST_KINDS.find((kind) => kind === text) ?? "";

export function findRequestErrors({ kind, words, name, email }: RequestForm): FormErrors<RequestForm> {
  const missing = (text: string, error: string) => (text.trim() === "" ? error : undefined);
  return keepErrors<RequestForm>({
    kind: kind === "" ? dataRequestFields.dataRequestKindRequired : undefined,
    words: missing(words, dataRequestFields.dataRequestWordsRequired),
    name: missing(name, profileFields.nameRequired),
    email: missing(email, signInFields.emailRequired),
  });
}
