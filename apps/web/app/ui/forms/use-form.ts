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
  /** The values before anybody changes them: every field, in the order of the screen. */
  initial: Values;
  validate: (values: Values) => FormErrors<Values>;
  /** Called with valid values only. An error that it throws rejects the submit. */
  submit: (values: Values, event: Event) => unknown;
  recheck?: Recheck;
  /** The field errors for a failure of `submit`. By default these are the fields that the server names. */
  findErrors?: (error: unknown) => FormErrors<Values>;
  /** The field that gets the focus when `submit` fails because of fields. By default the first such field. */
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
 * The state of one form. Spread `props` on the form element and `field(name)` on each text field and checkbox; draw
 * every other value from `values` and change it with `setValues`. Errors show after a submit, and the first field with
 * an error gets the focus.
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
    // The form was mounted again after another step. Its fields are empty, but the state still has their values.
    if (state.values !== initial) return writeFields(form, state.values);
    const typedValues = readFields<Values>(form, names);
    if (Object.entries(typedValues).some(([name, value]) => value !== initial[name as keyof Values]))
      change(typedValues, []);
  });
  // The focus moves after the errors are in the page, so that screen readers read them out with the field.
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
      // Without a default value, React keeps what was typed before it had started.
      defaultValue: isBox ? undefined : String(value) || undefined,
    };
  }
  return {
    ...state,
    initial,
    isBusy,
    /** The error of the last submit, unless it is shown at a field. */
    failure: state.rejection?.isUnderFields ? undefined : state.rejection?.error,
    field,
    setValues,
    /** Shows errors at fields for another reason than a submit of this form. */
    showErrors: (errors: FormErrors<Values>) => reject(errors, state.values),
    props: { ref: element, method: "post" as const, noValidate: true, onSubmit: handleSubmit, onInput: handleInput },
  };
}

/** Calls back whenever the ref gets another element. */
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
