import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { useEffect, useState } from "react";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";

type Confirmation =
  | { state: "checking" | "refused" | "asks" }
  | { state: "failed"; text: string }
  | { state: "done"; kind: AnswerOf<Contract["accounts"]["confirmEmail"]>["kind"] };

/**
 * Uses a confirmation link. `refused`: the link is not valid; `asks`: this browser does not show that the link is its
 * account's, so the account's password must; `failed`: the call failed, and another try may succeed.
 */
export function useConfirmation(token: string | null | undefined) {
  const [confirmation, setConfirmation] = useState<Confirmation>({ state: "checking" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    if (token === undefined) return;
    if (token === null) return setConfirmation({ state: "refused" });
    let isCurrent = true;
    setConfirmation({ state: "checking" });
    confirmOnce(token).then((next) => isCurrent && setConfirmation(next));
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);
  /** Fails with the error of the password's field. */
  async function confirmWith(password: string) {
    if (token) setConfirmation(await confirm(token, password));
  }
  return { confirmation, retry: () => setAttempt(attempt + 1), confirmWith };
}

// The link works once, and the screen may be mounted again while the call is under way.
let asked: { token: string; answer: Promise<Confirmation> } | undefined;

async function confirmOnce(token: string): Promise<Confirmation> {
  if (asked?.token !== token) asked = { token, answer: confirm(token) };
  const answer = await asked.answer;
  if (answer.state === "failed") asked = undefined;
  return answer;
}

/** Without a password no error leaves; with one, what its form must show. */
async function confirm(token: string, password?: string): Promise<Confirmation> {
  try {
    const body = { token, ...(password !== undefined && { password }) };
    const { kind } = await api.accounts.confirmEmail({ body });
    // The address of the signed-in member may have changed.
    void refreshSession();
    return { state: "done", kind };
  } catch (error) {
    if (isApiError(error, "CONFIRMATION_LINK_INVALID")) return { state: "refused" };
    if (isApiError(error, "CONFIRMATION_NEEDS_PASSWORD")) return { state: "asks" };
    if (password !== undefined) throw error;
    return { state: "failed", text: messageOf(error) };
  }
}
