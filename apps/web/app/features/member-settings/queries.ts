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
 * One setting with its value and how to change it. A change shows at once and is undone if the server refuses it;
 * `error` then says why.
 */
export function useSetting<Name extends keyof Settings>(settings: Settings, name: Name) {
  const { mutate, error } = useSettingChange(name);
  // The wanted value is kept here as well, because the cache publishes a change a moment later and the switch would
  // jump back until then.
  const [wantedValue, setWantedValue] = useState<Settings[Name]>();
  function change(value: Settings[Name]) {
    setWantedValue(value);
    mutate(value, { onSettled: () => setWantedValue(undefined) });
  }
  return { value: wantedValue ?? settings[name], change, error };
}

/** Sends changes one after the other. The server's answer counts only when no other change is under way. */
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
      // After a failure it is unknown which of several changes the server has kept, so the settings are loaded again.
      if (isLast()) void client.invalidateQueries({ queryKey });
    },
  });
}
