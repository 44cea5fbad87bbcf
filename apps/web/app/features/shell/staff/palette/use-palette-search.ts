import { useQueries, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "~/platform/api.ts";
import { useDebounced } from "~/ui/forms/use-debounced.ts";
import { type PaletteEntry, type PaletteGroup, type PaletteSource, SOURCE_MIN } from "./palette-rules.ts";

const PAUSE_MS = 200;
const PALETTE = ["staff", "palette"];

const foundBy = (source: PaletteSource, q: string) => ({
  queryKey: [...PALETTE, source.name, q],
  queryFn: ({ signal }: { signal: AbortSignal }) => source.find(q, signal),
});

/** What the server finds for the typed text, after a pause in typing. */
export function usePaletteSearch(sources: readonly PaletteSource[], text: string) {
  const client = useQueryClient();
  const q = useDebounced(text, PAUSE_MS);
  const isLongEnough = text.length >= SOURCE_MIN;
  const answers = useQueries({
    queries: sources.map((source) => ({ ...foundBy(source, q), enabled: q.length >= SOURCE_MIN })),
  });
  // Answers for an earlier text are not shown, so that Enter never opens what they were about.
  const isPresent = isLongEnough && q === text;
  const groups: PaletteGroup[] = sources.map(({ name }, index) => ({
    name,
    entries: (isPresent && answers[index]?.data) || [],
  }));
  const failure = isPresent && answers.find(({ error }) => error)?.error;
  return {
    groups,
    isSearching: isLongEnough && (!isPresent || answers.some(({ isPending }) => isPending)),
    failed: failure ? messageOf(failure) : undefined,
    /** The first entry for the typed text, without the pause; undefined when there is none. */
    findFirst: async (): Promise<PaletteEntry | undefined> => {
      if (!isLongEnough) return undefined;
      const lists = await Promise.allSettled(sources.map((source) => client.fetchQuery(foundBy(source, text))));
      return lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []))[0];
    },
  };
}
