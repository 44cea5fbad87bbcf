/**
 * A `ref` for an element that gets the focus when it appears, e.g. the heading that replaced a form or the first field
 * of an opened form. A heading needs `tabIndex={-1}`.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
