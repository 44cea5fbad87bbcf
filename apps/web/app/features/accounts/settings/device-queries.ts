import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";

export const DEVICES = ["devices"] as const;

/** The devices where the member is signed in; this device is the first. */
export const deviceList = () =>
  queryOptions({
    queryKey: DEVICES,
    queryFn: async ({ signal }) => (await api.accounts.devices({}, { signal })).devices,
    meta: { refreshOn: "self" },
  });

/** Signs one other device out. If it is signed out already, that counts as done; the list is loaded again either way. */
export const useEndDevice = () => useAction((id: string) => api.accounts.endDevice({ params: { id } }), DEVICES);
