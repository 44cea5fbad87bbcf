/** The discreet title: no product, screen or person, and no count, because a growing number would attract attention. */
export const NEUTRAL_TITLE = "Início";
