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
 * Rejects when sign-ups are closed or the password is too common. The server checks the password now, because the list
 * is too large for the browser and a refusal after the photos would be late. Ignores other failures, because the
 * sign-up checks again.
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
    // Read from the DOM, because `values` lacks text typed before React started.
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
