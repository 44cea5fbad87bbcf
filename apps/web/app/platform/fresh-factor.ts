import { isApiError } from "./api.ts";
import { createStore } from "./store.ts";

/** A question that waits for its answer: has the person proved who they are, or given it up? */
type Question = { answer: (isProven: boolean) => void };

/** The question that the dialog of the administration shows; null while there is none. */
export const factorQuestion = createStore<Question | null>(null);

let asking: Promise<boolean> | undefined;
let latestAnswer = { isProven: false };

/** Asks once, however many actions wait for it. */
function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => factorQuestion.set({ answer: resolve }))
    .then((isProven) => {
      latestAnswer = { isProven };
      return isProven;
    })
    .finally(() => {
      asking = undefined;
      factorQuestion.set(null);
    });
  return asking;
}

/**
 * Does something grave. If the server first wants to know once more who acts, a dialog asks for a code or the password, and
 * it is done again. Given up, it fails with FRESH_FACTOR_REQUIRED.
 */
export async function withFreshFactor<T>(act: () => Promise<T>): Promise<T> {
  const answerBefore = latestAnswer;
  try {
    return await act();
  } catch (error) {
    if (!isApiError(error, "FRESH_FACTOR_REQUIRED")) throw error;
    // Of several actions at once, a slow one may be refused after the person has answered for another.
    const isAnswered = latestAnswer !== answerBefore;
    if (!(isAnswered ? latestAnswer.isProven : await askForProof())) throw error;
    return act();
  }
}
