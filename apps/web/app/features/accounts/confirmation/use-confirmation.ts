import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { api, isApiError } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";
import { useLinkCheck } from "~/platform/use-link-check.ts";

/** `asks`: nothing in this browser shows that the link belongs to its user, so the account's password is required. */
type ConfirmedKind = AnswerOf<Contract["accounts"]["confirmEmail"]>["kind"] | "asks";

const REFUSED = "CONFIRMATION_LINK_INVALID";

export function useConfirmation(token: string | null | undefined) {
  const { check, setCheck, retry } = useLinkCheck(token, confirmOnce, REFUSED);
  /** An invalid link sets `check` to "refused"; any other error rejects, so that the form shows it. */
  async function confirmWith(password: string) {
    if (!token) return;
    try {
      setCheck({ state: "open", answer: await confirm({ token, password }) });
    } catch (error) {
      if (!isApiError(error, REFUSED)) throw error;
      setCheck({ state: "refused" });
    }
  }
  return { check, retry, confirmWith };
}

// Remembers the call, because the link works once and the screen may be mounted again while the call is under way.
let lastCall: { token: string; answer: Promise<ConfirmedKind> } | undefined;

function confirmOnce(token: string): Promise<ConfirmedKind> {
  if (lastCall?.token === token) return lastCall.answer;
  const answer = confirm({ token });
  lastCall = { token, answer };
  answer.catch((error: unknown) => {
    if (!isApiError(error, REFUSED)) lastCall = undefined;
  });
  return answer;
}

async function confirm(body: { token: string; password?: string }): Promise<ConfirmedKind> {
  try {
    const { kind } = await api.accounts.confirmEmail({ body });
    // The address of the signed-in member may have changed.
    void refreshSession();
    return kind;
  } catch (error) {
    if (isApiError(error, "CONFIRMATION_NEEDS_PASSWORD")) return "asks";
    throw error;
  }
}
