// Text fields and checkboxes keep their own content, so that what was typed before React arrived is not lost. Every
// other value (of a radio group, of a city) is kept in the state of the form.

type OwnControl = HTMLInputElement | HTMLTextAreaElement;

function findOwnControl(form: HTMLFormElement, name: string): OwnControl | undefined {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement) return control.type === "radio" ? undefined : control;
  return control instanceof HTMLTextAreaElement ? control : undefined;
}

const readControl = (control: OwnControl) =>
  control instanceof HTMLInputElement && control.type === "checkbox" ? control.checked : control.value;

/** What the fields on the screen hold, of those with these names. */
export function readFields<Values>(form: HTMLFormElement, names: readonly string[]): Partial<Values> {
  const entries = names.flatMap((name) => {
    const control = findOwnControl(form, name);
    return control ? [[name, readControl(control)]] : [];
  });
  // The names are those of the form's values, and a text field stands for a text, a checkbox for a boolean.
  return Object.fromEntries(entries) as Partial<Values>;
}

/** The value of the button that sent a form; undefined when it has none, or no button did. */
export function readSubmitter(event: Event): string | undefined {
  const submitter = event instanceof SubmitEvent ? event.submitter : null;
  return (submitter instanceof HTMLButtonElement && submitter.value) || undefined;
}

/** Puts values into the fields on the screen. */
export function writeFields(form: HTMLFormElement, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const control = findOwnControl(form, name);
    if (!control || readControl(control) === value) continue;
    if (typeof value === "boolean" && control instanceof HTMLInputElement) control.checked = value;
    else control.value = String(value);
  }
}

const INVALID = ":is(input,textarea)[aria-invalid],[role=radiogroup][aria-invalid] input,[data-invalid] button";

/** Focuses the named field, else the first that shows an error. */
export function focusInvalid(form: HTMLFormElement, name?: string): void {
  const field = (name && form.elements.namedItem(name)) || form.querySelector(INVALID);
  if (field instanceof HTMLElement) field.focus();
}
