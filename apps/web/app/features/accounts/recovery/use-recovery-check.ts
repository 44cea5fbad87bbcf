import { useEffect, useState } from "react";
import { api, isApiError, messageOf } from "~/platform/api.ts";

type Check = { state: "checking" | "open" | "refused" } | { state: "failed"; text: string };

/** Whether a recovery link is still valid. `refused`: it is not; `failed`: the call failed, and another try may succeed. */
export function useRecoveryCheck(token: string | null | undefined) {
  const [check, setCheck] = useState<Check>({ state: "checking" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    if (token === undefined) return;
    if (token === null) return setCheck({ state: "refused" });
    let isCurrent = true;
    setCheck({ state: "checking" });
    api.accounts.checkRecovery({ body: { token } }).then(
      () => isCurrent && setCheck({ state: "open" }),
      (error: unknown) => isCurrent && setCheck(classifyFailure(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);
  return { check, retry: () => setAttempt(attempt + 1) };
}

function classifyFailure(error: unknown): Check {
  if (isApiError(error, "RESET_LINK_INVALID")) return { state: "refused" };
  return { state: "failed", text: messageOf(error) };
}
