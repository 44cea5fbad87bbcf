/** The text that the search in favourites compares: without accents, case and needless spaces. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** The search of cities ignores other signs than letters and digits, so text with a sign that no city has would match too many. */
export function mayBeCity(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\s,.'’`´-]*$/u.test(text);
}
