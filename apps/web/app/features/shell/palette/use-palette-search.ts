import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "~/platform/api.ts";
import { useDebounced } from "~/ui/forms/use-debounced.ts";
import { type PaletteEntry, type PaletteGroup, type PaletteSource, TYPED_MIN } from "./palette-rules.ts";

const PAUSE_MS = 200;

/** Asks all sources by one query: the code of several queries at once would be loaded with every page of members. */
const foundQuery = (sources: readonly PaletteSource[], q: string) =>
  queryOptions({
    queryKey: ["staff", "palette", q],
    queryFn: ({ signal }): Promise<PaletteGroup[]> =>
      Promise.all(sources.map(async ({ name, find }) => ({ name, entries: await find(q, signal) }))),
  });

/** What the server finds for the typed text, after a pause in typing. */
export function usePaletteSearch(sources: readonly PaletteSource[], text: string) {
  const client = useQueryClient();
  const q = useDebounced(text, PAUSE_MS);
  const isLongEnough = text.length >= TYPED_MIN;
  const { data, error, isPending } = useQuery({ ...foundQuery(sources, q), enabled: q.length >= TYPED_MIN });
  // Answers for an earlier text are not shown, so that Enter never opens what they were about.
  const isPresent = isLongEnough && q === text;
  return {
    groups: (isPresent && data) || [],
    isSearching: isLongEnough && (!isPresent || isPending),
    failed: isPresent && error ? messageOf(error) : undefined,
    /** The first entry for the typed text, without the pause; undefined when there is none. Throws an ApiError. */
    findFirst: async (): Promise<PaletteEntry | undefined> => {
      const groups = await client.fetchQuery(foundQuery(sources, text));
      return groups.flatMap(({ entries }) => entries)[0];
    },
  };
}
