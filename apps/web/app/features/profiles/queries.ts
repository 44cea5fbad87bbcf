import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { carryingMembers, withChange } from "~/platform/member-cache.ts";

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
