import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { STAFF_REFRESH_MS } from "@caramelo/contract/limits";
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";

type Calls = Contract["officeMembers"];
export type UserListQuery = NonNullable<InputOf<Calls["staffUsers"]>["query"]>;
export type UserFilter = NonNullable<InputOf<Calls["staffUserCount"]>["query"]>;
type UserPage = AnswerOf<Calls["staffUsers"]>;
export type StaffUser = UserPage["users"][number];
export type StaffUserDetail = AnswerOf<Calls["staffUser"]>;
export type EditBody = InputOf<Calls["staffEditUser"]>["body"];
export type SwitchName = "verified" | "premium" | "active" | "wildcard";
export type SwitchSummary = AnswerOf<Calls["staffVerify"]>;
export type SwitchRequest = { name: SwitchName; ids: string[]; isOn: boolean; reason: string };

const LIST = ["staff", "users"] as const;

/** One page of members. The former page stays while the next one loads. */
export const usersQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: [...LIST, "page", query],
    queryFn: ({ signal }) => api.officeMembers.staffUsers({ query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** How many members a filter finds. A separate request, so that the page does not wait for it. */
export const userCountQuery = (query: UserFilter) =>
  queryOf([...LIST, "count", query], api.officeMembers.staffUserCount, { query });

/** The latest members whose name, address or location contains a text. */
export const findUsers = async (q: string, signal: AbortSignal): Promise<StaffUser[]> =>
  (await api.officeMembers.staffUsers({ query: { q } }, { signal })).users;

const userKey = (id: string) => ["staff", "user", id] as const;

/** Not cached for the next visit, because an edit must start from current values or the server refuses it. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: userKey(id),
    queryFn: ({ signal }) => api.officeMembers.staffUser({ params: { id } }, { signal }),
    gcTime: 0,
  });

const SEND = {
  verified: api.officeMembers.staffVerify,
  premium: api.officeMembers.staffPremium,
  active: api.officeMembers.staffActivate,
  wildcard: api.officeMembers.staffWildcard,
};
const FLAGS = { verified: "isVerified", premium: "isPremium", active: "isActive", wildcard: "isWildcardCity" } as const;

/**
 * Sets a switch of members. The list shows the change after the server's answer, and reloads a second later, even if
 * the action failed half-way.
 */
export function useSwitch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, ids, isOn, reason }: SwitchRequest) =>
      withFreshFactor(() => SEND[name]({ body: { ids, isOn, ...(reason && { reason }) } })),
    onSuccess: ({ changed }, { name, isOn }) => showFlag(client, changed, { [FLAGS[name]]: isOn }),
    onSettled: () => {
      setTimeout(() => void client.invalidateQueries({ queryKey: LIST }), STAFF_REFRESH_MS);
    },
  });
}

function showFlag(client: QueryClient, ids: readonly string[], flag: Partial<StaffUser>): void {
  client.setQueriesData<UserPage>({ queryKey: [...LIST, "page"] }, (page) => {
    if (!page) return page;
    return { ...page, users: page.users.map((user) => (ids.includes(user.id) ? { ...user, ...flag } : user)) };
  });
}

/** Requests a member's whole address; the audit log records it. */
export const useShownEmail = (id: string) =>
  useAction(async () => (await api.officeMembers.staffUserEmail({ params: { id } })).email);

/** Saves the form of a member. The form continues with the server's answer. */
export const useUserEdit = (id: string) =>
  useAction(
    (body: EditBody) => api.officeMembers.staffEditUser({ params: { id }, body }),
    (user, client) => {
      client.setQueryData(userKey(id), user);
      void client.invalidateQueries({ queryKey: LIST });
    },
  );

export function useUserPhotos(userId: string) {
  const keep = ({ photos }: Pick<StaffUserDetail, "photos">, client: QueryClient) => {
    client.setQueryData<StaffUserDetail>(userKey(userId), (user) => user && { ...user, photos });
    void client.invalidateQueries({ queryKey: LIST });
  };
  return {
    choose: useAction((id: string) => api.photos.staffSetMainPhoto({ params: { id } }), keep),
    remove: useAction((id: string) => api.photos.staffRemovePhoto({ params: { id } }), keep),
  };
}
