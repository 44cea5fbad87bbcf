import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** Cities whose name holds the text, accents and case aside. */
export const citySearch = (text: string) =>
  queryOptions({
    queryKey: ["cities", text],
    queryFn: ({ signal }) => api.cities.search({ query: { q: text } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
