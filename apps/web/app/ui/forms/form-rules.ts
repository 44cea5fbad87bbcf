/** The error texts of a form by field, in screen order. */
export type FormErrors<Values> = { [Name in keyof Values & string]?: string };

/** Keeps only the fields with an error, in screen order. */
export function keepErrors<Values>(errors: Record<keyof Values & string, string | undefined>): FormErrors<Values> {
  // The cast is needed, because entries lose their key type. The result has a subset of the input's keys.
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text)) as FormErrors<Values>;
}

/** The error of a required text that is blank. */
export const errorIfBlank = (text: string, error: string): string | undefined =>
  text.trim() === "" ? error : undefined;

export const hasErrors = (errors: object): boolean => Object.keys(errors).length > 0;

/** Picks those of the form's fields from errors by server name. The server calls a chosen `city` `cityId`. */
export function pickErrors<Values>(errors: Record<string, string>, names: readonly string[]): FormErrors<Values> {
  // The cast is safe, because the names are those of the form's fields.
  return Object.fromEntries(
    names.map((name) => [name, errors[name] ?? errors[`${name}Id`]]).filter(([, text]) => text),
  ) as FormErrors<Values>;
}

/** A failed submit. Without `error`, the form itself stopped it. */
export type Rejection<Values> = {
  /** The submitted values; the form's may have changed since. */
  values: Values;
  error?: unknown;
  /** The errors are shown under fields. */
  isUnderFields: boolean;
};

export type FormState<Values> = {
  values: Values;
  errors: FormErrors<Values>;
  /** Why the last submit failed; undefined if it succeeded. */
  rejection: Rejection<Values> | undefined;
  hasBeenSubmitted: boolean;
  /** The form was submitted before, and is still invalid with the current values. */
  isInvalid: boolean;
};

export function startForm<Values>(initial: Values): FormState<Values> {
  return { values: initial, errors: {}, rejection: undefined, hasBeenSubmitted: false, isInvalid: false };
}

export function acceptSubmit<Values>(state: FormState<Values>, values: Values): FormState<Values> {
  return { ...state, values, errors: {}, rejection: undefined, hasBeenSubmitted: true, isInvalid: false };
}

/** The state after a refused submit: with the errors, keeping text typed during the submit. */
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
 * Which fields to validate again after a change that follows a submit, given the fields with errors. `clear`: validates
 * none; the changed field loses its error until the next submit.
 */
export type Recheck = "clear" | ((changed: string, marked: readonly string[]) => readonly string[]);

/** Validates fields with an error during typing. Other fields wait for the next submit. */
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
