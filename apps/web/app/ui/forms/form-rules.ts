/** The errors of a form in words, by field, in the order of the screen. */
export type FormErrors<Values> = { [Name in keyof Values & string]?: string };

/** Keeps only the fields with an error, in the order of the screen. */
export function keepErrors<Values>(errors: Record<keyof Values & string, string | undefined>): FormErrors<Values> {
  // The cast is needed, because entries lose their key type. The result has a subset of the keys that went in.
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text)) as FormErrors<Values>;
}

/** The error of a text that is required and has nothing but spaces. */
export const errorIfBlank = (text: string, error: string): string | undefined =>
  text.trim() === "" ? error : undefined;

export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;

/**
 * Picks, from errors by the server's names, those of the form's fields. A chosen `city` is called `cityId` by the
 * server.
 */
export function pickErrors<Values>(errors: Record<string, string>, names: readonly string[]): FormErrors<Values> {
  // The cast is safe, because the names are those of the form's fields.
  return Object.fromEntries(
    names.map((name) => [name, errors[name] ?? errors[`${name}Id`]]).filter(([, text]) => text),
  ) as FormErrors<Values>;
}

/** A submit that failed. Without `error`, the form itself stopped it. */
export type Rejection<Values> = {
  /** The values that were submitted; those of the form may have changed since. */
  values: Values;
  error?: unknown;
  /** The errors are shown at fields. */
  isUnderFields: boolean;
};

export type FormState<Values> = {
  values: Values;
  errors: FormErrors<Values>;
  /** Why the last submit failed; undefined when it did not fail. */
  rejection: Rejection<Values> | undefined;
  hasBeenSubmitted: boolean;
  /** The form has been submitted before, and would be stopped again with the present values. */
  isInvalid: boolean;
};

export function startForm<Values>(initial: Values): FormState<Values> {
  return { values: initial, errors: {}, rejection: undefined, hasBeenSubmitted: false, isInvalid: false };
}

export function acceptSubmit<Values>(state: FormState<Values>, values: Values): FormState<Values> {
  return { ...state, values, errors: {}, rejection: undefined, hasBeenSubmitted: true, isInvalid: false };
}

/** The state after a refused submit. It has the errors, and keeps what was typed while the submit was running. */
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
 * Which fields are validated again when one has changed after a submit, given the fields that show an error. `clear`:
 * no field is validated, and the changed one loses its error until the next submit.
 */
export type Recheck = "clear" | ((changed: string, marked: readonly string[]) => readonly string[]);

/** A field that shows an error is validated while somebody types. The other fields wait for the next submit. */
export const recheckMarked: Recheck = (_, markedNames) => markedNames;

/** Validates each field as it changes. */
export const recheckChanged: Recheck = (changedName) => [changedName];

type Rules<Values> = { validate: (values: Values) => FormErrors<Values>; recheck: Recheck };

/** The form with new values. No field shows an error before the first submit. */
export function changeValues<Values>(
  state: FormState<Values>,
  values: Values,
  changedNames: readonly string[],
  { validate, recheck }: Rules<Values>,
): FormState<Values> {
  if (!state.hasBeenSubmitted) return { ...state, values };
  const foundErrors: Record<string, string | undefined> = validate(values);
  const markedNames = Object.keys(state.errors);
  const isClearing = recheck === "clear";
  const fields = isClearing ? changedNames : changedNames.flatMap((name) => recheck(name, markedNames));
  const checkedErrors = Object.fromEntries(fields.map((name) => [name, isClearing ? undefined : foundErrors[name]]));
  // The cast is safe, because both hold errors of this form's fields only.
  const errors = { ...state.errors, ...checkedErrors } as Record<keyof Values & string, string | undefined>;
  const keptErrors = keepErrors<Values>(errors);
  return { ...state, values, errors: keptErrors, isInvalid: hasErrors(isClearing ? keptErrors : foundErrors) };
}
