import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { useEffect, useState } from "react";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";

type Confirmation =
  | { state: "checking" | "refused" }
  | { state: "failed"; text: string }
  | { state: "done"; kind: AnswerOf<Contract["accounts"]["confirmEmail"]>["kind"] };

/** Uses up a confirmation link. `refused`: it opens nothing; `failed`: nobody answered, and another try may mend it. */
export function useConfirmation(token: string | null | undefined) {
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: "checking" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (token === undefined) return;
    if (token === null) return setConfirmation({ state: "refused" });
    let isCurrent = true;
    setConfirmation({ state: "checking" });
    confirmOnce(token).then((next) => isCurrent && setConfirmation(next));
    return () => {
      isCurrent = false;
    };
  }, [token, round]);
  return { confirmation, askAgain: () => setRound(round + 1) };
}

// The link works once, and the screen may be drawn anew while its answer is on the way.
let asked: { token: string; answer: Promise<Confirmation> } | undefined;

async function confirmOnce(token: string): Promise<Confirmation> {
  if (asked?.token !== token) asked = { token, answer: confirm(token) };
  const answer = await asked.answer;
  if (answer.state === "failed") asked = undefined;
  return answer;
}

async function confirm(token: string): Promise<Confirmation> {
  try {
    const { kind } = await api.accounts.confirmEmail({ body: { token } });
    // The address of whoever is signed in here may be another one now.
    void refreshSession();
    return { state: "done", kind };
  } catch (error) {
    if (isApiError(error, "CONFIRMATION_LINK_INVALID")) return { state: "refused" };
    return { state: "failed", text: messageOf(error) };
  }
}
