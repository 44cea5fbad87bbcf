import { consentTexts, type WithdrawableConsent } from "@caramelo/contract/accounts/consents";
import { useEffect, useRef } from "react";
import { messageOf } from "~/platform/api.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { useConsentChanges } from "./queries.ts";

/** The consent switched last, until its button has the focus again. */
let switchedKind: WithdrawableConsent | undefined;

/**
 * Gives and withdraws one consent. The one to sensitive data changes the frame of the page, which remounts its button;
 * `button` then takes the focus again.
 */
export function useConsentSwitch(kind: WithdrawableConsent) {
  const button = useRef<HTMLButtonElement>(null);
  const { give, withdraw } = useConsentChanges();
  useEffect(() => {
    if (switchedKind !== kind) return;
    switchedKind = undefined;
    button.current?.focus();
  }, [kind]);
  async function switchConsent(action: () => Promise<void>, title: string) {
    switchedKind = kind === "sensitiveData" ? kind : undefined;
    try {
      await action();
      showToast({ type: "success", title });
    } catch (error) {
      switchedKind = undefined;
      showToast({ type: "error", title: messageOf(error) });
    }
  }
  return {
    button,
    isBusy: give.isPending || withdraw.isPending,
    give: () =>
      switchConsent(
        () => give.mutateAsync({ body: { kind, version: consentTexts[kind].version } }),
        "Autorização registrada",
      ),
    withdraw: () => switchConsent(() => withdraw.mutateAsync({ params: { kind } }), "Autorização retirada"),
  };
}
