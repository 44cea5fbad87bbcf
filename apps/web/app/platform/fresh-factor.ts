import { isApiError } from "./api.ts";
import { refreshSession } from "./session.ts";
import { createStore } from "./store.ts";

/** A pending question: whether the person proves their identity, or closes the dialog. */
export type Question = { answer: (isProven: boolean) => void };

/** The question shown by the office's dialog; null without one. */
export const factorQuestion = createStore<Question | null>(null);

let pendingProof: Promise<boolean> | undefined;
let latestAnswer = { isProven: false };

/** Asks once, even if several actions wait. */
function askForProof(): Promise<boolean> {
  pendingProof ??= new Promise<boolean>((resolve) => {
    factorQuestion.set({ answer: resolve });
    // Another device may have added or removed a key since this tab loaded the member's factors.
    void refreshSession();
  })
    .then((isProven) => {
      latestAnswer = { isProven };
      return isProven;
    })
    .finally(() => {
      pendingProof = undefined;
      factorQuestion.set(null);
    });
  return pendingProof;
}

/**
 * Performs a grave action. If the server requires a fresh factor, a dialog asks for a code or the password, and the
 * action is repeated. If the person closes the dialog, it fails with FRESH_FACTOR_REQUIRED.
 */
export async function withFreshFactor<T>(act: () => Promise<T>): Promise<T> {
  const answerBefore = latestAnswer;
  try {
    return await act();
  } catch (error) {
    if (!isApiError(error, "FRESH_FACTOR_REQUIRED")) throw error;
    // With parallel actions, a slow one may be refused only after the person has answered for another.
    const isAnswered = latestAnswer !== answerBefore;
    if (!(isAnswered ? latestAnswer.isProven : await askForProof())) throw error;
    return act();
  }
}
