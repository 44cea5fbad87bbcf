/**
 * A `ref` for an element that gets the focus as soon as it appears, such as the heading that replaced a form or the
 * first field of an opened form. A heading needs `tabIndex={-1}`.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
