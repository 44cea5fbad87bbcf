import type { Failure } from "./browser.ts";

/** The body of an answer that should be a refusal. */
export async function readFailure(reply: Response): Promise<Failure> {
  // Whatever it is, the test that reads it looks at each part.
  return (await reply.json()) as Failure;
}
