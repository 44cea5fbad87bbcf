import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { ownProfileQuery } from "../own/own-profile-queries.ts";
import { profileQuery } from "../queries.ts";

const KEY = ["welcome"] as const;

/**
 * Takes the welcome. The call is a query, so that it runs once however often the component mounts; it never repeats,
 * because the server's second answer differs.
 */
const welcomeQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => api.accounts.takeWelcome(),
  staleTime: "static",
  gcTime: Number.POSITIVE_INFINITY,
});

/** The content of the welcome; undefined until it is loaded, if another browser has shown it, and once closed. */
export function useWelcome(memberId: string) {
  const client = useQueryClient();
  const seenProfile = useQuery(profileQuery(memberId)).data;
  const own = useQuery(ownProfileQuery).data;
  const welcome = useQuery({ ...welcomeQuery, enabled: seenProfile !== undefined && own !== undefined }).data;
  const close = () => client.setQueryData(KEY, { isFirst: false, isVisible: true });
  if (!seenProfile || !own || !welcome?.isFirst) return undefined;
  // The distance would be the member's own.
  const card = { ...seenProfile, distanceKm: null, photo: seenProfile.photos[0] ?? null };
  return { card, own, isVisible: welcome.isVisible, close };
}
