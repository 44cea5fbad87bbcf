import { memberMessages } from "@caramelo/contract/errors";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, isApiError } from "~/platform/api.ts";
import { changeMemberInCaches } from "~/platform/member-cache.ts";
import { showToast } from "~/ui/toast.ts";

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
      if (isLast()) show(isFavorite);
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
