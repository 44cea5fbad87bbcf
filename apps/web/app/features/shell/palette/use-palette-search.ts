import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "~/platform/api.ts";
import { useDebounced } from "~/ui/forms/use-debounced.ts";
import { type PaletteEntry, type PaletteGroup, type PaletteSource, TYPED_MIN } from "./palette-rules.ts";

const PAUSE_MS = 200;

/**
 * Queries all sources in one query: the library code for several parallel queries would load with every members' page.
 */
const foundQuery = (sources: readonly PaletteSource[], q: string) =>
  queryOptions({
    queryKey: ["staff", "palette", q],
    queryFn: ({ signal }): Promise<PaletteGroup[]> =>
      Promise.all(sources.map(async ({ name, find }) => ({ name, entries: await find(q, signal) }))),
  });

/** The server's results for the typed text, after a pause in typing. */
export function usePaletteSearch(sources: readonly PaletteSource[], text: string) {
  const client = useQueryClient();
  const q = useDebounced(text, PAUSE_MS);
  const isLongEnough = text.length >= TYPED_MIN;
  const { data, error, isPending } = useQuery({ ...foundQuery(sources, q), enabled: q.length >= TYPED_MIN });
  // Hides results for an earlier text, so that Enter never opens them.
  const isPresent = isLongEnough && q === text;
  return {
    groups: (isPresent && data) || [],
    isSearching: isLongEnough && (!isPresent || isPending),
    failed: isPresent && error ? messageOf(error) : undefined,
    /** The first entry for the typed text, without the pause; undefined without one. Throws an ApiError. */
    findFirst: async (): Promise<PaletteEntry | undefined> => {
      const groups = await client.fetchQuery(foundQuery(sources, text));
      return groups.flatMap(({ entries }) => entries)[0];
    },
  };
}
