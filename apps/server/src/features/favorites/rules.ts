/** The text that the search in favourites compares: without accents, case and needless spaces. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Whether a text may be part of a city's name. The search of cities ignores all signs except letters and digits, so a
 * text with other signs would match too many cities.
 */
export function mayBeCity(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\s,.'’`´-]*$/u.test(text);
}
