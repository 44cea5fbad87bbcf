// Text fields and checkboxes are uncontrolled, so that text typed before React started is not lost. All other values
// (e.g. a radio group or a city) are in the state of the form.

type OwnControl = HTMLInputElement | HTMLTextAreaElement;

function findOwnControl(form: HTMLFormElement, name: string): OwnControl | undefined {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement) return control.type === "radio" ? undefined : control;
  return control instanceof HTMLTextAreaElement ? control : undefined;
}

const readControl = (control: OwnControl) =>
  control instanceof HTMLInputElement && control.type === "checkbox" ? control.checked : control.value;

/** The values of the fields with these names, read from the DOM. */
export function readFields<Values>(form: HTMLFormElement, names: readonly string[]): Partial<Values> {
  const entries = names.flatMap((name) => {
    const control = findOwnControl(form, name);
    return control ? [[name, readControl(control)]] : [];
  });
  // The cast is safe, because the names are those of the form's values, and text fields have texts and checkboxes
  // booleans.
  return Object.fromEntries(entries) as Partial<Values>;
}

/** Writes values into the DOM fields. */
export function writeFields(form: HTMLFormElement, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const control = findOwnControl(form, name);
    if (!control || readControl(control) === value) continue;
    if (typeof value === "boolean" && control instanceof HTMLInputElement) control.checked = value;
    else control.value = String(value);
  }
}

const INVALID = ":is(input,textarea,select)[aria-invalid],[role=radiogroup][aria-invalid] input,[data-invalid] button";

/** Focuses the named field, or else the first field with an error. */
export function focusInvalid(form: HTMLFormElement, name?: string): void {
  const field = (name && form.elements.namedItem(name)) || form.querySelector(INVALID);
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  // The focus does not scroll to a visible field, but its error is in the scroll margin below it.
  field.scrollIntoView({ block: "nearest" });
}
