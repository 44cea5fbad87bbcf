import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { carryingMembers, withChange } from "~/platform/member-cache.ts";
import { refreshSession } from "~/platform/session.ts";
import { type EditForm, type OwnProfile, toChangeBody } from "./own-rules.ts";

export type Profile = AnswerOf<Contract["profiles"]["read"]>;

/** Another member's profile. Fails with NOT_FOUND for whoever may not be seen. */
export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ["profiles", id],
    queryFn: ({ signal }) => api.profiles.read({ params: { id } }, { signal }),
    refetchOnReconnect: true,
    meta: carryingMembers<Profile>((profile, memberId, change) =>
      profile.id === memberId ? withChange(profile, change) : profile,
    ),
  });

/** One's own profile, with what nobody else is told. */
export const ownProfileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => api.profiles.mine({}, { signal }),
  refetchOnReconnect: true,
});

/** A change of one's own profile that the server has made: it shows here, as others see it, and in the bars. */
function keepOwnProfile(client: QueryClient, profile: OwnProfile): void {
  client.setQueryData(ownProfileQuery.queryKey, profile);
  void client.invalidateQueries({ queryKey: profileQuery(profile.id).queryKey });
  void refreshSession();
}

export function useProfileChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: EditForm) => {
      const body = toChangeBody(form);
      if (!body) throw new Error("The form lets only valid ones through");
      return api.profiles.change({ body });
    },
    onSuccess: (profile) => keepOwnProfile(client, profile),
  });
}

/** The member is shown in their own city from now on. */
export function useWildcardLeave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.profiles.leaveWildcardCity(),
    onSuccess: (profile) => keepOwnProfile(client, profile),
  });
}

/** For the gallery: takes over the photos as they are after a change, or asks for all of it anew. */
export function useOwnPhotos() {
  const client = useQueryClient();
  return {
    keep: (photos: OwnProfile["photos"]) => {
      const profile = client.getQueryData(ownProfileQuery.queryKey);
      if (profile) keepOwnProfile(client, { ...profile, photos });
    },
    askAgain: () =>
      client.refetchQueries({ queryKey: ownProfileQuery.queryKey }, { throwOnError: true }).then(
        () => true,
        () => false,
      ),
  };
}
