import { DATA_REQUEST_KINDS, dataRequestFields } from "@caramelo/contract/texts/data-requests";
import { profileFields } from "@caramelo/contract/texts/profile-form";
import { signInFields } from "@caramelo/contract/texts/sign-in";
import { errorIfBlank, type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";

export type RequestValues = { kind: string; words: string; name: string; email: string };

/** The kind preselected by a link to the form; empty for none, or for an unknown one. */
export const readKind = (text: string | null): string => DATA_REQUEST_KINDS.find((kind) => kind === text) ?? "";

export function findRequestErrors({ kind, words, name, email }: RequestValues): FormErrors<RequestValues> {
  return keepErrors<RequestValues>({
    kind: errorIfBlank(kind, dataRequestFields.dataRequestKindRequired),
    words: errorIfBlank(words, dataRequestFields.dataRequestWordsRequired),
    name: errorIfBlank(name, profileFields.nameRequired),
    email: errorIfBlank(email, signInFields.emailRequired),
  });
}
