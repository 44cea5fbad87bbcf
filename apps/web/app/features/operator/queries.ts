import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { queryOf } from "~/platform/query-of.ts";

type Calls = Contract["operator"];
export type SiteSettings = AnswerOf<Calls["read"]>;
export type TextSetting = SiteSettings["brand"][number];
export type SwitchSetting = SiteSettings["switches"][number];
export type MailSetting = SiteSettings["mails"][number];
export type SettingChange = AnswerOf<Calls["history"]>["changes"][number];
export type Providers = AnswerOf<Calls["providers"]>;
export type NewValue = InputOf<Calls["change"]>["body"]["changes"][number];
type TestMail = InputOf<Calls["testMail"]>["body"];

export const siteSettingsQuery = queryOf(["staff", "settings", "values"], api.operator.read, {});

export const providersQuery = queryOf(["staff", "settings", "providers"], api.operator.providers, {});

/** Every change of a site setting, the latest first. */
export const settingChangesQuery = infiniteQueryOptions({
  queryKey: ["staff", "settings", "changes"],
  queryFn: ({ pageParam, signal }) => api.operator.history({ query: { before: pageParam } }, { signal }),
  // The first page has no cursor.
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => page.next,
});

/** The actions on site settings. After a saved or undone change, all queries about settings are loaded again. */
export function useSettingActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ["staff", "settings"] });
  const save = useMutation({
    mutationFn: (changes: NewValue[]) => api.operator.change({ body: { changes } }),
    onSuccess,
  });
  const undo = useMutation({ mutationFn: (number: number) => api.operator.undo({ params: { number } }), onSuccess });
  const testMail = useMutation({ mutationFn: (body: TestMail) => api.operator.testMail({ body }) });
  return { save, undo, testMail };
}
