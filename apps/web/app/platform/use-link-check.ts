import type { ErrorCode } from "@caramelo/contract/call/errors";
import { useEffect, useState } from "react";
import { isApiError } from "./api.ts";

export type LinkCheck<Answer> =
  | { state: "checking" | "refused" }
  | { state: "failed"; error: unknown }
  | { state: "open"; answer: Answer };

/**
 * What a mailed link opens. `token` undefined: it is not known yet; null: the address has none. `refused`: the server does
 * not accept the link, by one of these codes; `failed`: the call failed, and another try may succeed. Public pages load
 * without the library that keeps answers, so this asks by itself.
 */
export function useLinkCheck<Answer>(
  token: string | null | undefined,
  ask: (token: string) => Promise<Answer>,
  ...refusals: ErrorCode[]
) {
  const [check, setCheck] = useState<LinkCheck<Answer>>({ state: "checking" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    if (token === undefined) return;
    if (token === null) return setCheck({ state: "refused" });
    let isCurrent = true;
    setCheck({ state: "checking" });
    ask(token).then(
      (answer) => isCurrent && setCheck({ state: "open", answer }),
      (error: unknown) =>
        isCurrent && setCheck(isApiError(error, ...refusals) ? { state: "refused" } : { state: "failed", error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);
  return { check, setCheck, retry: () => setAttempt(attempt + 1) };
}
