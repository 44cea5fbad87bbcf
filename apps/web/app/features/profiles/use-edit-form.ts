import { useEffect } from "react";
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import { type EditFaults, type EditForm, findEditFaults, type OwnProfile, toEditForm } from "./own-rules.ts";

export type EditFormApi = UseFormReturn<EditForm>;

const toErrors = (faults: EditFaults): FieldErrors<EditForm> =>
  Object.fromEntries(Object.entries(faults).map(([name, message]) => [name, { type: "rule", message }]));

const resolver: Resolver<EditForm> = (values) => {
  const faults = findEditFaults(values);
  return Object.keys(faults).length > 0 ? { values: {}, errors: toErrors(faults) } : { values, errors: {} };
};

/** The form as the profile is now; what is asked for anew meanwhile does not touch what is being typed. */
export function useEditForm(profile: OwnProfile): EditFormApi {
  const form = useForm<EditForm>({ resolver, defaultValues: toEditForm(profile) });
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  return form;
}

/** Marks the fields that the server refused, and goes to the first. */
export function focusFirstFault(form: EditFormApi, faults: EditFaults): void {
  for (const [place, [name, message]] of Object.entries(faults).entries()) {
    // The faults have the names of the form's fields.
    form.setError(name as keyof EditForm, { type: "server", message }, { shouldFocus: place === 0 });
  }
}
