import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { useEffect, useState } from "react";
import { api, isApiError, messageOf } from "~/platform/api.ts";

export type Claimed = AnswerOf<Contract["accounts"]["checkClaim"]>;
type Check =
  | { state: "checking" | "refused" }
  | { state: "failed"; text: string }
  | { state: "open"; profile: Claimed };

/** Whether the invitation to a managed profile is still valid, and whose profile it is. */
export function useClaimCheck(token: string | null | undefined) {
  const [check, setCheck] = useState<Check>({ state: "checking" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    if (token === undefined) return;
    if (token === null) return setCheck({ state: "refused" });
    let isCurrent = true;
    setCheck({ state: "checking" });
    api.accounts.checkClaim({ body: { token } }).then(
      (profile) => isCurrent && setCheck({ state: "open", profile }),
      (error: unknown) => isCurrent && setCheck(classifyFailure(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);
  return { check, retry: () => setAttempt(attempt + 1), refuse: () => setCheck({ state: "refused" }) };
}

function classifyFailure(error: unknown): Check {
  if (isApiError(error, "CLAIM_LINK_INVALID")) return { state: "refused" };
  return { state: "failed", text: messageOf(error) };
}
