import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";

type Calls = Contract["operator"];
export type SiteSettings = AnswerOf<Calls["read"]>;
export type TextSetting = SiteSettings["brand"][number];
export type SwitchSetting = SiteSettings["switches"][number];
export type MailSetting = SiteSettings["mails"][number];
export type SettingChange = AnswerOf<Calls["history"]>["changes"][number];
export type Providers = AnswerOf<Calls["providers"]>;
export type NewValue = InputOf<Calls["change"]>["body"]["changes"][number];
type TestMail = InputOf<Calls["testMail"]>["body"];

const SETTINGS = ["staff", "settings"];

export const siteSettingsQuery = queryOf([...SETTINGS, "values"], api.operator.read, {});

export const providersQuery = queryOf([...SETTINGS, "providers"], api.operator.providers, {});

/** Every change of a site setting, the latest first. */
export const settingChangesQuery = infiniteQueryOptions({
  queryKey: [...SETTINGS, "changes"],
  queryFn: ({ pageParam, signal }) => api.operator.history({ query: { before: pageParam } }, { signal }),
  // The first page has no cursor.
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => page.next,
});

/** The actions on site settings. A saved or undone change reloads all queries about settings. */
export const useSettingActions = () => ({
  save: useAction((changes: NewValue[]) => api.operator.change({ body: { changes } }), SETTINGS),
  undo: useAction((number: number) => api.operator.undo({ params: { number } }), SETTINGS),
  testMail: useAction((body: TestMail) => api.operator.testMail({ body })),
});
