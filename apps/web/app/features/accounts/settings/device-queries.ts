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

/** Signs another device out. Fails with NOT_FOUND if it is signed out already. Either way the list is reloaded. */
export const useEndDevice = () => useAction((id: string) => api.accounts.endDevice({ params: { id } }), DEVICES);
