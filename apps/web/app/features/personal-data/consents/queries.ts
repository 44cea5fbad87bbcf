import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";
import { useAction } from "~/platform/use-action.ts";

type Calls = Contract["personalData"];
export type GivenConsent = AnswerOf<Calls["consents"]>["consents"][number];

/** The consents that the member gave, the latest first. */
export const consentsQuery = queryOptions({
  queryKey: ["consents"],
  queryFn: ({ signal }) => api.personalData.consents({}, { signal }),
  meta: { refreshOn: "self" },
});

/** Gives or withdraws a consent. The session then says whether the member is hidden. */
export function useConsentChanges() {
  return {
    give: useAction(async (input: InputOf<Calls["giveConsent"]>) => {
      await api.personalData.giveConsent(input);
      await refreshSession();
    }, consentsQuery.queryKey),
    withdraw: useAction(async (input: InputOf<Calls["withdrawConsent"]>) => {
      await api.personalData.withdrawConsent(input);
      await refreshSession();
    }, consentsQuery.queryKey),
  };
}
