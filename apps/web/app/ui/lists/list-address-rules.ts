/** The page of a list in an address. Anything but a number from `1` to `last` counts as the first page. */
export function readPage(search: URLSearchParams, last: number): number {
  const text = search.get("pagina") ?? "";
  return /^[1-9]\d*$/.test(text) && Number(text) <= last ? Number(text) : 1;
}

/** An empty list has one page. */
export const countPages = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));

/** The address after a parameter change. Another filter or order starts at the first page. */
export function changeAddress(search: URLSearchParams, key: string, value: string | undefined): URLSearchParams {
  const changedSearch = new URLSearchParams(search);
  if (key !== "pagina") changedSearch.delete("pagina");
  if (value) changedSearch.set(key, value);
  else changedSearch.delete(key);
  return changedSearch;
}

/** The link to a page. The first page has no number in its address. */
export function addressOfPage(search: URLSearchParams, page: number): string {
  return `?${changeAddress(search, "pagina", page === 1 ? undefined : String(page))}`;
}
