import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { queryOptions } from "@tanstack/react-query";
import { api, messageOf } from "~/platform/api.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { dismissalStore, isDismissed } from "./dismissals.ts";

const STAFF = ["staff", "moderation"] as const;
type Calls = Contract["moderation"];
type CaseQuery = NonNullable<InputOf<Calls["staffCases"]>["query"]>;
type QueueQuery = NonNullable<InputOf<Calls["staffAppeals"]>["query"]>;
type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;

/** The cases of one status, or all cases when no status is given. */
export const caseListQuery = (query: CaseQuery) =>
  queryOptions({
    queryKey: [...STAFF, "cases", query],
    queryFn: ({ signal }) => api.moderation.staffCases({ query }, { signal }),
    meta: { refreshOn: "people" },
  });

/** The first case of the queue that is not being dismissed; undefined when none waits. */
export async function findFirstCase(): Promise<string | undefined> {
  const { cases } = await api.moderation.staffCases({ query: { status: "pending" } });
  return cases.find(({ id }) => !isDismissed(dismissalStore.get(), id))?.id;
}

export const caseQuery = (id: string) => queryOf([...STAFF, "case", id], api.moderation.staffCase, { params: { id } });

export const appealListQuery = (query: QueueQuery) =>
  queryOf([...STAFF, "appeals", query], api.moderation.staffAppeals, { query });

export const noticeListQuery = (query: QueueQuery) =>
  queryOf([...STAFF, "notices", query], api.moderation.staffNotices, { query });

/** The actions of staff. Each one reloads all queues. */
export function useModeration() {
  const { moderation } = api;
  return {
    close: useAction(moderation.closeCase, STAFF),
    restore: useAction(moderation.restoreHidden, STAFF),
    liftSlowing: useAction(moderation.liftSlowing, STAFF),
    warn: useAction(moderation.warn, STAFF),
    hidePhoto: useAction(moderation.hidePhoto, STAFF),
    suspend: useAction(moderation.suspend, STAFF),
    ban: useAction((input: Input<"ban">) => withFreshFactor(() => moderation.ban(input)), STAFF),
    reinstate: useAction((input: Input<"reinstate">) => withFreshFactor(() => moderation.reinstate(input)), STAFF),
    decideAppeal: useAction(
      (input: Input<"decideAppeal">) => withFreshFactor(() => moderation.decideAppeal(input)),
      STAFF,
    ),
    decideNotice: useAction(moderation.decideNotice, STAFF),
  };
}

export type Moderation = ReturnType<typeof useModeration>;

/** The toasts of an action without a form: success, or why it failed. */
export const toastCallbacks = (doneText: string) => ({
  onSuccess: () => showToast({ type: "success", title: doneText }),
  onError: (error: unknown) => showToast({ type: "error", title: adminMessages.reportUpdateFailed(messageOf(error)) }),
});
