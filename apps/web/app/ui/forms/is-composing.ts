import type { KeyboardEvent } from "react";

/** Key code of a key that an input method handles. */
const HANDLED = 229;

/**
 * Whether a key belongs to an input method, such as the Enter that takes a proposed word. Safari reports that Enter only
 * after the composition has ended, so there the key code alone tells.
 */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === HANDLED;
