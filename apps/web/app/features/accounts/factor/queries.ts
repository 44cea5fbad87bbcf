import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { refreshSession } from "~/platform/session.ts";
import { useAction } from "~/platform/use-action.ts";

export type OwnFactor = AnswerOf<Contract["accounts"]["ownFactor"]>;

const OWN_FACTOR = ["own-factor"] as const;

export const ownFactorQuery = () =>
  queryOptions({
    queryKey: OWN_FACTOR,
    queryFn: ({ signal }) => api.accounts.ownFactor({}, { signal }),
    meta: { refreshOn: "self" },
  });

/** Asks the server for a new authenticator secret. Nothing changes until its first code is confirmed. */
export const useBeginFactor = () => useAction(() => withFreshFactor(() => api.accounts.beginFactor()));

export const useRenewRecoveryCodes = () =>
  useAction(() => withFreshFactor(() => api.accounts.renewRecoveryCodes()), OWN_FACTOR);

/** Re-enables the authenticator app; asks for a proof. */
export const useKeepFactor = () =>
  useAction(async () => {
    await withFreshFactor(() => api.accounts.keepFactor());
    await refreshSession();
  }, OWN_FACTOR);

/** Removes the app and its recovery codes; asks for a proof, then reloads the session with the remaining factors. */
export const useRemoveFactor = () =>
  useAction(async () => {
    await withFreshFactor(() => api.accounts.removeFactor());
    await refreshSession();
  }, OWN_FACTOR);
