/**
 * A `ref` for what gets the focus as soon as it appears: the heading of what took the place of a form, or the first field
 * of a form that opened. A heading needs `tabIndex={-1}`.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
