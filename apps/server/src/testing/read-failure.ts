import type { Failure } from "./browser.ts";

/** The body of an answer that should be a refusal. */
export async function readFailure(reply: Response): Promise<Failure> {
  // The tests check each part of it.
  return (await reply.json()) as Failure;
}
