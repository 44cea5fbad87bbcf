import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { changeMember } from "~/platform/member-cache.ts";
import { refresh } from "~/platform/refresh.ts";
import { refreshSession } from "~/platform/session.ts";
import { useAction } from "~/platform/use-action.ts";
import { ownProfileQuery } from "./own/own-profile-queries.ts";
import type { ChangeBody, OwnProfile } from "./own/own-rules.ts";

export type Profile = AnswerOf<Contract["profiles"]["read"]>;

/** Another member's profile. Fails with NOT_FOUND when the viewer may not see it. */
export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ["profiles", id],
    queryFn: async ({ signal, client }) => {
      const profile = await api.profiles.read({ params: { id } }, { signal });
      // The member's cards must not show an older state.
      changeMember(client, id, { presence: profile.presence });
      return profile;
    },
    refetchOnReconnect: true,
    meta: { refreshOn: "people", carriesMembers: true },
  });

/** Stores the member's changed profile, and reloads the other queries that show it. */
function keepOwnProfile(profile: OwnProfile, client: QueryClient): void {
  const former = client.getQueryData(ownProfileQuery.queryKey);
  client.setQueryData(ownProfileQuery.queryKey, profile);
  void client.invalidateQueries({ queryKey: profileQuery(profile.id).queryKey });
  // Distances and wildcard cities are relative to the member's own city.
  if (former?.city?.id !== profile.city?.id) refresh("people");
  void refreshSession();
}

export const useProfileChange = () => useAction((body: ChangeBody) => api.profiles.change({ body }), keepOwnProfile);

/** Reloads the member's own profile. */
export function useOwnProfileLoad() {
  const client = useQueryClient();
  return () => client.fetchQuery({ ...ownProfileQuery, staleTime: 0 });
}

/** Leaves the wildcard city; the member is then shown in their own city. */
export const useWildcardLeave = () => useAction(() => api.profiles.leaveWildcardCity(), keepOwnProfile);

/** The gallery's store: saves the photos after a change, or reloads the profile. */
export function useOwnPhotos() {
  const client = useQueryClient();
  return {
    keep: (photos: OwnProfile["photos"]) => {
      const profile = client.getQueryData(ownProfileQuery.queryKey);
      if (profile) keepOwnProfile({ ...profile, photos }, client);
    },
    reload: () =>
      client.refetchQueries({ queryKey: ownProfileQuery.queryKey }, { throwOnError: true }).then(
        () => true,
        () => false,
      ),
  };
}
