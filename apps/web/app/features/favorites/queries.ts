import type { Match } from "@caramelo/contract/favorites/calls";
import { favoriteTexts } from "@caramelo/contract/texts/favorites";
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, isApiError } from "~/platform/api.ts";
import { changeMember } from "~/platform/member-cache.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { showMatch } from "./match-store.ts";

/** The member's favourites, the latest first. With `q`, only those whose name or city contains it. */
export const favoritesQuery = (q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["favorites", "list", q ?? ""],
    queryFn: ({ pageParam, signal }) => api.favorites.list({ query: { before: pageParam, q } }, { signal }),
    ...BY_CURSOR,
    // The former results stay until the next answer, so that the list does not flicker while the user types.
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
    meta: { refreshOn: "people", carriesMembers: true },
  });

/** The members who have this member as a favourite; for a payer without premium only their number. */
export const admirersQuery = infiniteQueryOptions({
  queryKey: ["admirers"],
  queryFn: ({ pageParam, signal }) => api.favorites.admirers({ query: { before: pageParam } }, { signal }),
  ...BY_CURSOR,
  refetchOnReconnect: true,
  meta: { refreshOn: "people", carriesMembers: true },
});

/**
 * Adds or removes a favourite. The change is optimistic and undone if the server refuses it. Quick presses are sent in
 * sequence; only the last answer counts.
 */
export function useFavoriteChange(memberId: string) {
  const client = useQueryClient();
  const mutationKey = ["favorites", "change", memberId];
  const isLast = () => client.isMutating({ mutationKey, exact: true }) === 1;
  const show = (isFavorite: boolean) => changeMember(client, memberId, { isFavorite });
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: (isWanted: boolean): Promise<{ isFavorite: boolean; match?: Match | null }> => {
      const change = isWanted ? api.favorites.add : api.favorites.remove;
      return change({ params: { id: memberId } });
    },
    onMutate: show,
    onSuccess: ({ isFavorite, match }) => {
      if (match) showMatch({ ...match, id: memberId });
      if (!isLast()) return;
      show(isFavorite);
      // The list on the screen keeps a removed favourite, so that it can be added again; the next visit reloads the
      // list.
      void client.invalidateQueries({ queryKey: ["favorites", "list"], refetchType: "none" });
    },
    onError: (error, isWanted) => {
      if (!isLast()) return;
      show(!isWanted);
      const isLimit = isApiError(error, "RATE_LIMIT_EXCEEDED");
      showToast({
        type: "error",
        title: favoriteTexts.favoriteChangeFailed,
        ...(isLimit && { message: error.message }),
      });
    },
  });
}
