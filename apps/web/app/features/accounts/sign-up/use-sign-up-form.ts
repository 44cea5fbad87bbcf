import { useEffect } from "react";
import { api, isApiError } from "~/platform/api.ts";
import { readFields } from "~/ui/forms/form-fields.ts";
import { type FormApi, useForm } from "~/ui/forms/use-form.ts";
import { findDraft, keepDraft } from "./draft.ts";
import { emptySignUp, findSignUpErrors, recheckSignUp, type SignUpForm } from "./rules.ts";

export type SignUpFormApi = FormApi<SignUpForm>;

/** The form of step 1. A draft of this tab fills the fields that are still empty. */
export function useSignUpForm(onDone: () => void): SignUpFormApi {
  const form = useForm<SignUpForm>({
    initial: emptySignUp,
    validate: findSignUpErrors,
    recheck: recheckSignUp,
    submit: async ({ password }) => {
      await checkPassword(password);
      onDone();
    },
  });
  useDraft(form);
  return form;
}

/**
 * Rejects when the site takes no new members or when the password is too common. The server checks the password here,
 * because the list is too large for the browser and a refusal after the photos would be late. Other failures are
 * ignored, because the sign-up checks again.
 */
export async function checkPassword(password: string): Promise<void> {
  try {
    await api.accounts.checkPassword({ body: { password } });
  } catch (error) {
    if (isApiError(error, "VALIDATION_ERROR", "SIGN_UPS_CLOSED")) throw error;
  }
}

function useDraft({ values, setValues, props }: SignUpFormApi) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was kept before the screen opened comes back
  useEffect(() => {
    const form = props.ref.current;
    // The fields are read from the DOM, because `values` does not yet hold what was typed before React had started.
    const typedValues: Partial<SignUpForm> = form ? readFields<SignUpForm>(form, Object.keys(values)) : {};
    const keptEntries = Object.entries(findDraft()).filter(
      ([name, value]) => value && !typedValues[name as keyof SignUpForm],
    );
    if (keptEntries.length > 0) setValues(Object.fromEntries(keptEntries));
  }, []);
  useEffect(() => {
    if (values !== emptySignUp) keepDraft(values);
  }, [values]);
}
