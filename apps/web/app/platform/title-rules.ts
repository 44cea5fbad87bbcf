/**
 * The title names no product, screen or person. It has no count either, because a growing number would attract
 * attention.
 */
export const NEUTRAL_TITLE = "Início";
