const PLACE = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A place in a list that is ordered by time and id, both falling. */
export type PagePlace = { at: Date; id: string };

/** The `before` of a page's address; undefined for a first page, and for what is no place of ours. */
export function readPlace(text: string | undefined): PagePlace | undefined {
  const [, at, id] = PLACE.exec(text ?? "") ?? [];
  return at !== undefined && id !== undefined ? { at: new Date(Number(at)), id } : undefined;
}

/**
 * Splits rows of a page that was asked for with one row more than it shows: the page, and where the next one begins.
 * Times are kept to the millisecond, so they must be stored so.
 */
export function cutPage<T extends PagePlace>(rows: T[], size: number): { page: T[]; next: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, next: rows.length > size && last ? `${last.at.getTime()}_${last.id}` : null };
}
