/**
 * Whether a text may be part of a city's name. The search of cities ignores all signs except letters and digits, so a
 * text with other signs would match too many cities. Takes a folded text.
 */
export function mayBeCity(text: string): boolean {
  return /^[\p{L}\p{M}\p{N} ,.-]*$/u.test(text);
}
