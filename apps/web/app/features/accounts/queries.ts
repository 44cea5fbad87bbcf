import { CITY_SEARCH_MIN } from "@caramelo/contract/limits";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { type SignUpForm, toSignUpBody } from "./sign-up-rules.ts";

type NewAccount = { form: SignUpForm; photos: Blob[]; onProgress: (share: number) => void };

export function useSignUp() {
  return useMutation({
    mutationFn: async ({ form, photos, onProgress }: NewAccount) => {
      const body = toSignUpBody(form);
      if (!body) throw new Error("Step 1 lets only valid forms through");
      return api.accounts.signUp({ body, photos }, { onProgress });
    },
  });
}

/** Cities whose name holds the text; asks nothing for fewer letters than the search needs. */
export const citySearch = (text: string) =>
  queryOptions({
    queryKey: ["cities", text],
    queryFn: ({ signal }) => api.cities.search({ query: { q: text } }, { signal }),
    enabled: text.length >= CITY_SEARCH_MIN,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
