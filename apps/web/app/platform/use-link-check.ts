import type { ErrorCode } from "@caramelo/contract/call/errors";
import { useEffect, useState } from "react";
import { isApiError } from "./api.ts";

export type LinkCheck<Answer> =
  | { state: "checking" | "refused" }
  | { state: "failed"; error: unknown }
  | { state: "open"; answer: Answer };

/**
 * The check of a mailed link. `token` is undefined until known, and null if the address has none. `refused`: no token,
 * or the server answered with one of `refusals`. `failed`: the call failed and may be retried. Does not use the query
 * library, because public pages load without it.
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
