import { isApiError } from "./api.ts";
import { refreshSession } from "./session.ts";
import { createStore } from "./store.ts";

/** A question that waits for its answer: whether the person has proven who they are, or has closed the dialog. */
export type Question = { answer: (isProven: boolean) => void };

/** The question that the dialog of the office shows; null while there is none. */
export const factorQuestion = createStore<Question | null>(null);

let openQuestion: Promise<boolean> | undefined;
let latestAnswer = { isProven: false };

/** Asks only once, however many actions wait for the answer. */
function askForProof(): Promise<boolean> {
  openQuestion ??= new Promise<boolean>((resolve) => {
    factorQuestion.set({ answer: resolve });
    // Another device may have added or removed a key since this tab learned what the member can show.
    void refreshSession();
  })
    .then((isProven) => {
      latestAnswer = { isProven };
      return isProven;
    })
    .finally(() => {
      openQuestion = undefined;
      factorQuestion.set(null);
    });
  return openQuestion;
}

/**
 * Performs a grave action. If the server first asks for a fresh factor, a dialog asks for a code or the password, and
 * the action is repeated. When the person closes the dialog, the action fails with FRESH_FACTOR_REQUIRED.
 */
export async function withFreshFactor<T>(act: () => Promise<T>): Promise<T> {
  const answerBefore = latestAnswer;
  try {
    return await act();
  } catch (error) {
    if (!isApiError(error, "FRESH_FACTOR_REQUIRED")) throw error;
    // Of several actions at once, a slow one may be refused only after the person has already answered for another.
    const isAnswered = latestAnswer !== answerBefore;
    if (!(isAnswered ? latestAnswer.isProven : await askForProof())) throw error;
    return act();
  }
}
