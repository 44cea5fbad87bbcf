import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** Cities whose name contains the text, ignoring accents and case. */
export const citySearch = (text: string) =>
  queryOptions({
    queryKey: ["cities", text],
    queryFn: ({ signal }) => api.cities.search({ query: { q: text } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
