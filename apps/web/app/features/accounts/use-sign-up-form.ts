import { useEffect } from "react";
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import { type Faults, hasFaults } from "./rules.ts";
import { findDraft, keepDraft } from "./sign-up-draft.ts";
import { emptySignUp, findSignUpFaults, type SignUpForm } from "./sign-up-rules.ts";

export type SignUpFormApi = UseFormReturn<SignUpForm>;

const toErrors = (faults: Faults<SignUpForm>): FieldErrors<SignUpForm> =>
  Object.fromEntries(Object.entries(faults).map(([name, message]) => [name, { type: "rule", message }]));

// Fields that nobody touched yet are undefined, whatever the types say.
const withBlanks = (values: Partial<SignUpForm>): SignUpForm => ({ ...emptySignUp, ...values });

const resolver: Resolver<SignUpForm> = (values) => {
  const faults = findSignUpFaults(withBlanks(values));
  return hasFaults(faults) ? { values: {}, errors: toErrors(faults) } : { values, errors: {} };
};

/**
 * Step 1. Text fields have no default values: what was typed before React arrived stays. A draft of this tab fills what
 * is still empty.
 */
export function useSignUpForm(): SignUpFormApi {
  const form = useForm<SignUpForm>({ resolver, defaultValues: { city: null } });
  useDraft(form);
  return form;
}

function useDraft(form: SignUpFormApi) {
  useEffect(() => {
    for (const [name, value] of Object.entries(findDraft())) {
      // The draft holds the fields of the form, as keepDraft wrote them.
      const field = name as keyof SignUpForm;
      if (field in emptySignUp && value && !form.getValues(field)) form.setValue(field, value);
    }
    const { unsubscribe } = form.watch((values) => keepDraft(withBlanks(values as Partial<SignUpForm>)));
    return unsubscribe;
  }, [form]);
}
