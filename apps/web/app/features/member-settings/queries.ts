import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";
import { isUsedByShell } from "./rules.ts";

export type Settings = AnswerOf<Contract["memberSettings"]["read"]>;

export const settingsQuery = () =>
  queryOptions({
    queryKey: ["settings"],
    queryFn: ({ signal }) => api.memberSettings.read({}, { signal }),
    meta: { refreshOn: "self" },
  });

/**
 * Returns one setting and its change function. A change is optimistic and undone if the server refuses it; `error` then
 * says why.
 */
export function useSetting<Name extends keyof Settings>(settings: Settings, name: Name) {
  const { mutate, error } = useSettingChange(name);
  // The wanted value is stored here too, because the cache publishes a change slightly later and the switch would
  // flicker.
  const [wantedValue, setWantedValue] = useState<Settings[Name]>();
  function change(value: Settings[Name]) {
    setWantedValue(value);
    mutate(value, { onSettled: () => setWantedValue(undefined) });
  }
  return { value: wantedValue ?? settings[name], change, error };
}

/** Sends changes in sequence. The server's answer counts only when no other change is pending. */
function useSettingChange<Name extends keyof Settings>(name: Name) {
  const client = useQueryClient();
  const { queryKey } = settingsQuery();
  const mutationKey = ["settings", "change"];
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const show = (value: Settings[Name]) =>
    client.setQueryData(queryKey, (settings) => settings && { ...settings, [name]: value });
  return useMutation({
    mutationKey: [...mutationKey, name],
    scope: { id: mutationKey.join(" ") },
    mutationFn: (value: Settings[Name]) => api.memberSettings.change({ body: { [name]: value } }),
    onMutate: async (value) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey)?.[name];
      show(value);
      return { before };
    },
    onSuccess: (settings) => {
      if (isLast()) client.setQueryData(queryKey, settings);
      if (isUsedByShell(name)) void refreshSession();
    },
    onError: (_error, _value, context) => {
      if (context?.before !== undefined) show(context.before);
      // After a failure it is unknown which changes the server has stored, so the settings are reloaded.
      if (isLast()) void client.invalidateQueries({ queryKey });
    },
  });
}
