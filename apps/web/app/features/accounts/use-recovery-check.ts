import { useEffect, useState } from "react";
import { api, isApiError, messageOf } from "~/platform/api.ts";

type Check = { state: "checking" | "open" | "refused" } | { state: "failed"; text: string };

/** Whether a recovery link still opens. `refused`: it does not, or was none; `failed`: the question got no answer. */
export function useRecoveryCheck(token: string | null | undefined) {
  const [check, setCheck] = useState<Check>({ state: "checking" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (token === undefined) return;
    if (token === null) return setCheck({ state: "refused" });
    let isCurrent = true;
    setCheck({ state: "checking" });
    api.accounts.checkRecovery({ body: { token } }).then(
      () => isCurrent && setCheck({ state: "open" }),
      (error: unknown) => isCurrent && setCheck(judgeFailure(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, round]);
  return { check, askAgain: () => setRound(round + 1) };
}

function judgeFailure(error: unknown): Check {
  if (isApiError(error, "RESET_LINK_INVALID")) return { state: "refused" };
  return { state: "failed", text: messageOf(error) };
}
