import { useEffect, useState } from "react";
import { api, isApiError } from "~/platform/api.ts";
import type { Measure } from "./types.ts";

export type MailedMeasureState =
  | { state: "checking" }
  | { state: "refused" }
  | { state: "failed"; error: unknown }
  | { state: "open"; measure: Measure };

/**
 * The measure that the secret of a mail opens. `token` undefined: it is not known yet; null: the address has none. Public
 * pages load without the library that keeps answers, so this asks by itself.
 */
export function useMailedMeasure(token: string | null | undefined) {
  const [found, setFound] = useState<MailedMeasureState>({ state: "checking" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (token === undefined) return;
    if (token === null) return setFound({ state: "refused" });
    const gone = new AbortController();
    setFound({ state: "checking" });
    api.moderation
      .readMeasure({ body: { token } }, { signal: gone.signal })
      .then(({ measure }) => setFound({ state: "open", measure }))
      .catch((error: unknown) => {
        if (gone.signal.aborted) return;
        const isRefused = isApiError(error, "RESET_LINK_INVALID", "VALIDATION_ERROR");
        setFound(isRefused ? { state: "refused" } : { state: "failed", error });
      });
    return () => gone.abort();
  }, [token, attempt]);
  async function appeal(text: string): Promise<void> {
    if (!token) return;
    const { measure } = await api.moderation.appealByToken({ body: { token, text } });
    setFound({ state: "open", measure });
  }
  return { found, retry: () => setAttempt((before) => before + 1), appeal };
}
