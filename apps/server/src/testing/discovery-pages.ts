import type { makeSignedIn } from "./signed-in.ts";

export type Viewer = Pick<Awaited<ReturnType<typeof makeSignedIn>>, "browser">;
/** A question to discovery. Its default seed is `SEED`. */
export type PageQuery = Omit<
  Parameters<Viewer["browser"]["api"]["discovery"]["list"]>[0]["query"],
  "seed" | "cursor"
> & { seed?: number };

export const SEED = 1_000;

/** Returns the cards of all pages of a question, as one array for each page. */
export async function listPages({ browser: { api } }: Viewer, query: PageQuery = {}) {
  const pages = [];
  let cursor: string | undefined;
  do {
    const { status, body, failure } = await api.discovery.list({
      query: { seed: SEED, ...query, ...(cursor && { cursor }) },
    });
    if (status !== 200) throw new Error(`discovery answered ${status} ${failure.code}`);
    pages.push(body.profiles);
    cursor = body.next ?? undefined;
  } while (cursor);
  return pages;
}

export const listCards = async (viewer: Viewer, query?: PageQuery) => (await listPages(viewer, query)).flat();
export const listIds = async (viewer: Viewer, query?: PageQuery) =>
  (await listCards(viewer, query)).map((card) => card.id);

/** Returns the names of those `people` whom discovery shows to a viewer. */
export async function listShown(viewer: Viewer, people: Record<string, { id: string }>, query?: PageQuery) {
  const ids = new Set(await listIds(viewer, query));
  return Object.keys(people).filter((name) => ids.has(people[name]?.id ?? ""));
}

/** Returns the counts of the three tabs under a filter, and the label of its city. */
export async function countTabs({ browser: { api } }: Viewer, query: Omit<PageQuery, "seed" | "tab"> = {}) {
  const { status, body, failure } = await api.discovery.count({ query });
  if (status !== 200) throw new Error(`the count answered ${status} ${failure.code}`);
  return body;
}
