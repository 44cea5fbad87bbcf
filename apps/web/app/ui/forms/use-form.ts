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
  /** What the form holds before anybody touches it: every field, in the order of the screen. */
  initial: Values;
  validate: (values: Values) => FormErrors<Values>;
  /** Gets valid values only. What it throws rejects the submit. */
  submit: (values: Values) => Promise<void> | void;
  recheck?: Recheck;
  /** The fields that a failure of `submit` is about; unless given, those that the server names. */
  findErrors?: (error: unknown) => FormErrors<Values>;
  /** The field that gets the focus when `submit` fails because of fields; unless given, the first of them. */
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
 * One form. Spread `props` on its element and `field(name)` on each text field and checkbox; everything else is drawn from
 * `values` and changed by `setValues`. Errors show after a submit, and the first field with one gets the focus.
 */
export function useForm<Values extends object>(options: Options<Values>) {
  const { validate, submit, recheck = recheckMarked, focusOnFailure } = options;
  const [initial] = useState(options.initial);
  const [state, setState] = useState(() => startForm(initial));
  const [isBusy, setIsBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const requestedFocus = useRef<{ name?: string | undefined }>(undefined);
  const names = Object.keys(initial);

  function change(part: Partial<Values>, changed: readonly string[]) {
    setState((before) => changeValues(before, { ...before.values, ...part }, changed, { validate, recheck }));
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
      await submit(values);
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
    // The form came back after another step: its fields are new, and the state still holds what they held.
    if (state.values !== initial) return writeFields(form, state.values);
    const typed = readFields<Values>(form, names);
    if (Object.entries(typed).some(([name, value]) => value !== initial[name as keyof Values])) change(typed, []);
  });
  // The focus moves after the errors are on the screen, so that screen readers read them out with the field.
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
      // Without a default React leaves alone what was typed before it arrived.
      defaultValue: isBox ? undefined : String(value) || undefined,
    };
  }
  return {
    ...state,
    initial,
    isBusy,
    /** What the last submit threw, unless a field says it. */
    failure: state.rejection?.isUnderFields ? undefined : state.rejection?.error,
    field,
    setValues,
    /** Marks fields for another reason than a submit of this form. */
    showErrors: (errors: FormErrors<Values>) => reject(errors, state.values),
    props: { ref: element, method: "post" as const, noValidate: true, onSubmit: handleSubmit, onInput: handleInput },
  };
}

/** Calls back whenever another element stands behind the ref. */
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
