import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from "react";
import { isApiError } from "~/platform/api.ts";
import { focusInvalid, readFields, writeFields } from "~/ui/forms/form-fields.ts";
import {
  acceptSubmit,
  changeValues,
  type FormErrors,
  hasErrors,
  pickErrors,
  type Recheck,
  recheckMarked,
  rejectSubmit,
  startForm,
} from "~/ui/forms/form-rules.ts";

type Options<Values> = {
  /** The initial values: every field, in screen order. */
  initial: Values;
  validate: (values: Values) => FormErrors<Values>;
  /** Called with valid values only. A thrown error rejects the submit. */
  submit: (values: Values, event: Event) => unknown;
  recheck?: Recheck;
  /** The field errors for a failure of `submit`. By default those of the fields that the server names. */
  findErrors?: (error: unknown) => FormErrors<Values>;
  /** The field to focus when `submit` fails because of fields. By default the first such field. */
  focusOnFailure?: keyof Values & string;
};

type FieldProps = {
  name: string;
  error: string | undefined;
  defaultValue: string | undefined;
  defaultChecked: boolean | undefined;
};

export type FormApi<Values extends object> = ReturnType<typeof useForm<Values>>;

/**
 * The state of one form. Spread `props` on the form element and `field(name)` on each text field and checkbox; render
 * every other value from `values` and change it with `setValues`. Errors show after a submit, which focuses the first
 * field with an error.
 */
export function useForm<Values extends object>(options: Options<Values>) {
  const { validate, submit, recheck = recheckMarked, focusOnFailure } = options;
  const [initial] = useState(options.initial);
  const [state, setState] = useState(() => startForm(initial));
  const [isBusy, setIsBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const requestedFocus = useRef<{ name?: string | undefined }>(undefined);
  const names = Object.keys(initial);

  function change(part: Partial<Values>, changedNames: readonly string[]) {
    setState((before) => changeValues(before, { ...before.values, ...part }, changedNames, { validate, recheck }));
  }
  function setValues(part: Partial<Values>) {
    if (element.current) writeFields(element.current, part);
    change(part, Object.keys(part));
  }
  function reject(errors: FormErrors<Values>, values: Values, error?: unknown) {
    if (hasErrors(errors)) requestedFocus.current = error === undefined ? {} : { name: focusOnFailure };
    setState((before) => rejectSubmit(before, errors, { values, error }));
  }
  async function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const values = { ...state.values, ...readFields<Values>(event.currentTarget, names) };
    setState((before) => acceptSubmit(before, values));
    const errors = validate(values);
    if (hasErrors(errors)) return reject(errors, values);
    setIsBusy(true);
    try {
      await submit(values, event.nativeEvent);
    } catch (error) {
      const { findErrors = (failure) => findServerErrors<Values>(failure, names) } = options;
      reject(findErrors(error), values, error);
    } finally {
      setIsBusy(false);
    }
  }
  function handleInput({ currentTarget, target }: SyntheticEvent<HTMLFormElement>) {
    const name = target instanceof Element ? target.getAttribute("name") : null;
    change(readFields<Values>(currentTarget, names), [name ?? ""]);
  }
  useElement(element, (form) => {
    // The form remounted after another step. Its fields are empty, but the state still has their values.
    if (state.values !== initial) return writeFields(form, state.values);
    const typedValues = readFields<Values>(form, names);
    if (Object.entries(typedValues).some(([name, value]) => value !== initial[name as keyof Values]))
      change(typedValues, []);
  });
  // The focus moves after the errors are rendered, so that screen readers read them with the field.
  useLayoutEffect(() => {
    if (!element.current || !requestedFocus.current) return;
    focusInvalid(element.current, requestedFocus.current.name);
    requestedFocus.current = undefined;
  });
  function field(name: keyof Values & string): FieldProps {
    const value = initial[name];
    const isBox = typeof value === "boolean";
    return {
      name,
      error: state.errors[name],
      defaultChecked: isBox ? value : undefined,
      // Without a default value, React keeps text typed before it started.
      defaultValue: isBox ? undefined : String(value) || undefined,
    };
  }
  return {
    ...state,
    initial,
    isBusy,
    /** The error of the last submit, unless a field shows it. */
    failure: state.rejection?.isUnderFields ? undefined : state.rejection?.error,
    field,
    setValues,
    /** Shows errors under fields for a reason other than a submit of this form. */
    showErrors: (errors: FormErrors<Values>) => reject(errors, state.values),
    props: { ref: element, method: "post" as const, noValidate: true, onSubmit: handleSubmit, onInput: handleInput },
  };
}

/** Calls `onElement` whenever the ref gets another element. */
function useElement<E>(ref: RefObject<E | null>, onMount: (element: E) => void) {
  const knownElement = useRef<E>(null);
  useLayoutEffect(() => {
    if (ref.current && ref.current !== knownElement.current) onMount(ref.current);
    knownElement.current = ref.current;
  });
}

function findServerErrors<Values>(error: unknown, names: readonly string[]): FormErrors<Values> {
  return isApiError(error, "VALIDATION_ERROR") ? pickErrors(error.fields, names) : {};
}
