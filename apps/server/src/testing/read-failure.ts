import type { Failure } from "./browser.ts";

/** Reads the body of an answer that should be a refusal. */
export async function readFailure(reply: Response): Promise<Failure> {
  // The cast needs no check, because the tests check each part of the body.
  return (await reply.json()) as Failure;
}
