import { answerKey, FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";

// The server sends a member's page with the answers of the calls that it begins with, so that it need not ask.

/** Later an answer is asked for anew: what it says may have changed. */
const USED_WITHIN_MS = 30_000;

let sent: Partial<Record<string, unknown>> = {};
let readAt = 0;

/** Takes the answers out of the page, where nobody who comes after this member may find them. */
export function readFirstAnswers(): void {
  const block = document.getElementById(FIRST_ANSWERS);
  if (!block) return;
  block.remove();
  // Written by our server.
  sent = JSON.parse(block.textContent) as typeof sent;
  readAt = Date.now();
}

/** The answer of a call that came with the page, once; undefined when it must be asked for. */
export function takeFirstAnswer(address: string): unknown {
  const key = answerKey(address);
  const answer = sent[key];
  delete sent[key];
  return Date.now() - readAt < USED_WITHIN_MS ? answer : undefined;
}

/** Did answers come with this page? They are older than its scripts. */
export const hadFirstAnswers = (): boolean => readAt > 0;

/** The addresses of the answers that nobody has taken yet. */
export const listFirstAnswers = (): string[] => Object.keys(sent);
