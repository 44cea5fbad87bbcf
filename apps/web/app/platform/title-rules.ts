/** Names no product, screen or person. It has no number either, which would grow while somebody looks on. */
export const NEUTRAL_TITLE = "Início";
