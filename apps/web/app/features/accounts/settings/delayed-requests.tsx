import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { momentText } from "@caramelo/contract/formats/moments";
import { delayedKinds, delayedTexts } from "@caramelo/contract/texts/delayed-requests";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, messageOf } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";
import { Button } from "~/ui/basics/button.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { Alert } from "~/ui/states/alert.tsx";

type Requests = AnswerOf<Contract["accounts"]["delayedRequests"]>["requests"];

const DELAYED = ["delayed-requests"] as const;

export const delayedRequestsQuery = () =>
  queryOptions({
    queryKey: DELAYED,
    queryFn: async ({ signal }): Promise<Requests> => (await api.accounts.delayedRequests({}, { signal })).requests,
    meta: { refreshOn: "self" },
  });

const useCancelRequests = () => useAction(() => api.accounts.cancelDelayedRequests(), DELAYED);

/** Lists the delayed requests of the account, each with a button to cancel it. Renders nothing without requests. */
export function DelayedRequests() {
  const { data = [] } = useQuery(delayedRequestsQuery());
  const cancelling = useCancelRequests();
  if (data.length === 0)
    return (
      cancelling.isSuccess && (
        // The pressed button is gone, so the confirmation gets the focus.
        <div ref={takeFocus} tabIndex={-1} className="mb-4 outline-none">
          <Alert tone="success">{delayedTexts.cancelled}</Alert>
        </div>
      )
    );
  return (
    <Alert tone="warning" title={delayedTexts.title} className="mb-4">
      <ul className="mt-1 font-medium">
        {data.map(({ kind, email, dueAt }) => (
          <li key={kind} className="wrap-anywhere">
            {`${delayedKinds[kind]}${email ? ` para ${email}` : ""}: começa em ${momentText(dueAt)}`}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {delayedTexts.why} {delayedTexts.notYou}
      </p>
      <Button
        variant="outline"
        size="small"
        className="mt-3"
        isBusy={cancelling.isPending}
        onClick={() => cancelling.mutate(undefined)}
      >
        {delayedTexts.cancel}
      </Button>
      {cancelling.error && <p className="mt-2">{messageOf(cancelling.error)}</p>}
    </Alert>
  );
}
