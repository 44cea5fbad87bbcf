import type { KeyboardEvent } from "react";

/** The key code of a key handled by an input method. */
const HANDLED = 229;

/**
 * Whether a key belongs to an input method, e.g. the Enter that accepts a suggestion. Safari reports that Enter after
 * the composition has ended; there only the key code tells.
 */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === HANDLED;
