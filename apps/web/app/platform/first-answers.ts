import { answerKey, FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";

// The server sends a member's page together with the answers of the calls that the page begins with, so that the
// browser need not make them.

/** After this time an answer is requested again, because it may be out of date. */
const USED_WITHIN_MS = 30_000;

let sentAnswers: Partial<Record<string, unknown>> = {};
let readAt = 0;

/** Takes the answers out of the document, so that nobody who uses the browser after this member finds them there. */
export function readFirstAnswers(): void {
  const block = document.getElementById(FIRST_ANSWERS);
  if (!block) return;
  block.remove();
  // The cast is safe, because our server wrote the text.
  sentAnswers = JSON.parse(block.textContent) as typeof sentAnswers;
  readAt = Date.now();
}

/**
 * The answer of a call that came with the page; undefined when the call must be made. Each answer is returned only
 * once.
 */
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
