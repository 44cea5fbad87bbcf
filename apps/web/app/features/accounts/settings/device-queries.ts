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

/**
 * Signs one other device out. A device that is already signed out is no error. The list is loaded again in either case.
 */
export const useEndDevice = () => useAction((id: string) => api.accounts.endDevice({ params: { id } }), DEVICES);
