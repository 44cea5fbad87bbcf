import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export const DEVICES = ["devices"] as const;

/** Where the member is signed in: this device first. */
export const deviceList = () =>
  queryOptions({
    queryKey: DEVICES,
    queryFn: async ({ signal }) => (await api.accounts.devices({}, { signal })).devices,
  });

/** Signs one other device out. One that is gone already counts as done: the list is read again either way. */
export function useEndDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.accounts.endDevice({ params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: DEVICES }),
  });
}
