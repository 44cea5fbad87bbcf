import { answerKey, FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";

// The server sends a member's page together with the answers of its first calls, so that the browser need not make
// them.

/** After this time an answer is requested again. */
const USED_WITHIN_MS = 30_000;

let sentAnswers: Partial<Record<string, unknown>> = {};
let readAt = 0;

/** Removes the answers from the document, so that the next user of the browser does not find them there. */
export function readFirstAnswers(): void {
  const block = document.getElementById(FIRST_ANSWERS);
  if (!block) return;
  block.remove();
  // The cast is safe, because our server wrote the text.
  sentAnswers = JSON.parse(block.textContent) as typeof sentAnswers;
  readAt = Date.now();
}

/** Returns the answer of a call that came with the page, once; undefined when the call must be made. */
export function takeFirstAnswer(address: string): unknown {
  const key = answerKey(address);
  const answer = sentAnswers[key];
  delete sentAnswers[key];
  return Date.now() - readAt < USED_WITHIN_MS ? answer : undefined;
}

/** Whether answers came with this page. Such answers are older than the page's scripts. */
export const hadFirstAnswers = (): boolean => readAt > 0;

/** The addresses of the answers that have not been taken yet. */
export const listFirstAnswers = (): string[] => Object.keys(sentAnswers);
