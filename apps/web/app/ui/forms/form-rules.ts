/** What is wrong with a form, in words, by field; in the order of the screen. */
export type FormErrors<Values> = { [Name in keyof Values & string]?: string };

/** Leaves only the fields with an error, in the order of the screen. */
export function keepErrors<Values>(errors: Record<keyof Values & string, string | undefined>): FormErrors<Values> {
  // Entries lose their key type; what comes out has a subset of the keys that went in.
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text)) as FormErrors<Values>;
}

export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;

/** Of errors by the server's names those whose field the form has; a chosen `city` is the server's `cityId`. */
export function pickErrors<Values>(errors: Record<string, string>, names: readonly string[]): FormErrors<Values> {
  // The names are those of the form's fields.
  return Object.fromEntries(
    names.map((name) => [name, errors[name] ?? errors[`${name}Id`]]).filter(([, text]) => text),
  ) as FormErrors<Values>;
}

/** A submit that failed. Without `error` the form itself stopped it. */
export type Rejection<Values> = {
  /** What was submitted. */
  values: Values;
  error?: unknown;
  /** A field says what is wrong. */
  isUnderFields: boolean;
};

export type FormState<Values> = {
  values: Values;
  errors: FormErrors<Values>;
  /** Why the last submit failed; undefined when it did not. */
  rejection: Rejection<Values> | undefined;
  hasBeenSubmitted: boolean;
  /** The form has been submitted before, and with these values it would be stopped. */
  isInvalid: boolean;
};

export function startForm<Values>(initial: Values): FormState<Values> {
  return { values: initial, errors: {}, rejection: undefined, hasBeenSubmitted: false, isInvalid: false };
}

export function acceptSubmit<Values>(state: FormState<Values>, values: Values): FormState<Values> {
  return { ...state, values, errors: {}, rejection: undefined, hasBeenSubmitted: true, isInvalid: false };
}

/** The state after a refused submit: it shows the errors, and keeps what was typed while the submit was under way. */
export function rejectSubmit<Values>(
  state: FormState<Values>,
  errors: FormErrors<Values>,
  { values, error }: { values: Values; error?: unknown },
): FormState<Values> {
  const isUnderFields = hasErrors(errors);
  const rejection = { values, error, isUnderFields };
  return { ...state, errors, rejection, hasBeenSubmitted: true, isInvalid: isUnderFields };
}

/**
 * Which fields are validated again when one has changed after a submit, given those that show an error. `clear`: none is,
 * and the changed one loses its error until the next submit.
 */
export type Recheck = "clear" | ((changed: string, marked: readonly string[]) => readonly string[]);

/** A field that shows an error is validated while somebody types; the others wait for the next submit. */
export const recheckMarked: Recheck = (_, markedNames) => markedNames;

/** Each field is validated as it changes. */
export const recheckChanged: Recheck = (changed) => [changed];

type Rules<Values> = { validate: (values: Values) => FormErrors<Values>; recheck: Recheck };

/** The form with new values. Nothing is marked before the first submit. */
export function changeValues<Values>(
  state: FormState<Values>,
  values: Values,
  changed: readonly string[],
  { validate, recheck }: Rules<Values>,
): FormState<Values> {
  if (!state.hasBeenSubmitted) return { ...state, values };
  const foundErrors: Record<string, string | undefined> = validate(values);
  const marked = Object.keys(state.errors);
  const isClearing = recheck === "clear";
  const fields = isClearing ? changed : changed.flatMap((name) => recheck(name, marked));
  const checked = Object.fromEntries(fields.map((name) => [name, isClearing ? undefined : foundErrors[name]]));
  // Both hold errors of this form's fields only.
  const errors = { ...state.errors, ...checked } as Record<keyof Values & string, string | undefined>;
  const keptErrors = keepErrors<Values>(errors);
  return { ...state, values, errors: keptErrors, isInvalid: hasErrors(isClearing ? keptErrors : foundErrors) };
}
