/**
 * A `ref` for the heading of what took the place of a form: the focus, which went with that, comes here. The heading needs
 * `tabIndex={-1}`.
 */
export const takeFocus = (heading: HTMLElement | null): void => heading?.focus();
