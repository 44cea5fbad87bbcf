import { memberMessages } from "@caramelo/contract/errors";
import type { ProfileCard } from "@caramelo/contract/profiles";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, isApiError } from "~/platform/api.ts";
import { carryingMembers, changeMemberInCaches, withChange } from "~/platform/member-cache.ts";
import { showToast } from "~/ui/toast.ts";

type Page = { profiles: ProfileCard[] | null; next: string | null };

const carryingCards = <P extends Page>() =>
  carryingMembers<InfiniteData<P, string | undefined>>((data, memberId, change) => ({
    ...data,
    pages: data.pages.map((page) => {
      if (!page.profiles?.some(({ id }) => id === memberId)) return page;
      const profiles = page.profiles.map((card) => (card.id === memberId ? withChange(card, change) : card));
      return { ...page, profiles };
    }),
  }));

/** The member's favourites, the latest first; with `q` those whose name or city holds it. */
export const favoritesQuery = (q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["favorites", "list", q ?? ""],
    queryFn: ({ pageParam, signal }) => api.favorites.list({ query: { before: pageParam, q } }, { signal }),
    // Said by type: the first page has no cursor.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    // While somebody types, what was found stays until the next answer.
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
    meta: carryingCards(),
  });

/** Who keeps the member as a favourite; without premium only how many. */
export const fansQuery = infiniteQueryOptions({
  queryKey: ["fans"],
  queryFn: ({ pageParam, signal }) => api.favorites.fans({ query: { before: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
  refetchOnReconnect: true,
  meta: carryingCards(),
});

/**
 * Keeps somebody as a favourite or gives them up: shown at once everywhere, taken back if the server refuses. Quick
 * presses go one after the other, and only the last one's answer counts.
 */
export function useFavoriteChange(memberId: string) {
  const client = useQueryClient();
  const mutationKey = ["favorites", "change", memberId];
  const isLast = () => client.isMutating({ mutationKey, exact: true }) === 1;
  const show = (isFavorite: boolean) => changeMemberInCaches(client, memberId, { isFavorite });
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: async (isWanted: boolean) => {
      const change = isWanted ? api.favorites.add : api.favorites.remove;
      return (await change({ params: { id: memberId } })).isFavorite;
    },
    onMutate: show,
    onSuccess: (isFavorite) => {
      if (!isLast()) return;
      show(isFavorite);
      // Who was given up stays in the list on the screen, to be taken back; the next visit asks anew.
      void client.invalidateQueries({ queryKey: ["favorites", "list"], refetchType: "none" });
    },
    onError: (error, isWanted) => {
      if (!isLast()) return;
      show(!isWanted);
      const isLimit = isApiError(error, "RATE_LIMIT_EXCEEDED");
      showToast({
        type: "error",
        title: memberMessages.favoriteChangeFailed,
        ...(isLimit && { message: error.message }),
      });
    },
  });
}
