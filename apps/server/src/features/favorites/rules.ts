/** Text as the search in favourites compares it: without accents, case or needless spaces. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** The search of cities looks at letters and digits only: what holds a sign that no city has would find far too many. */
export function mayBeCity(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\s,.'’`´-]*$/u.test(text);
}
