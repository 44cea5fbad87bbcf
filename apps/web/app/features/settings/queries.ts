import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";
import { isOfTheShell } from "./rules.ts";

export type Settings = AnswerOf<Contract["settings"]["read"]>;

/** The member's settings, as the server has them. */
export const settingsQuery = () =>
  queryOptions({ queryKey: ["settings"], queryFn: ({ signal }) => api.settings.read({}, { signal }) });

/**
 * One setting as the member sees it and how it is changed: shown at once, taken back if the server refuses (`error`
 * then says why).
 */
export function useSetting<Name extends keyof Settings>(settings: Settings, name: Name) {
  const { mutate, error } = useSettingChange(name);
  // The cache tells of its changes a moment later: a switch would spring back for that moment.
  const [wanted, setWanted] = useState<Settings[Name]>();
  function change(value: Settings[Name]) {
    setWanted(value);
    mutate(value, { onSettled: () => setWanted(undefined) });
  }
  return { value: wanted ?? settings[name], change, error };
}

/** Changes go one after the other, and the server's answer counts once none is on its way. */
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
    mutationFn: (value: Settings[Name]) => api.settings.change({ body: { [name]: value } }),
    onMutate: async (value) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey)?.[name];
      show(value);
      return { before };
    },
    onSuccess: (settings) => {
      if (isLast()) client.setQueryData(queryKey, settings);
      if (isOfTheShell(name)) void refreshSession();
    },
    onError: (_error, _value, kept) => {
      if (kept?.before !== undefined) show(kept.before);
      // Between two changes nobody knows what the server kept.
      if (isLast()) void client.invalidateQueries({ queryKey });
    },
  });
}
