import type { ErrorCode } from "@caramelo/contract/errors";
import { readFailure } from "./read-failure.ts";
import type { World } from "./world.ts";

type Browser = ReturnType<World["browser"]>;
/** What came back, whatever kind of call it was. */
export type Outcome = { status: number; code: ErrorCode | undefined };

type Attempt = (browser: Browser) => Promise<Outcome>;
export type Entry = {
  /** A well-formed attempt and what it comes to when the caller is let in. */
  attempt: Attempt;
  allowed: Outcome;
  /** What it comes to for an admin, where members and the team are not let in alike. */
  forTeam?: Outcome;
  /** The same address with rubbish in it: a caller who may not call must not learn that it is rubbish. */
  rubbish: Attempt;
  /** An attempt that a caller who is let in is refused. */
  refused: Attempt;
  refusal: ErrorCode;
};

export async function readOutcome(reply: Response): Promise<Outcome> {
  const isJson = reply.headers.get("content-type")?.startsWith("application/json");
  return { status: reply.status, code: isJson ? (await readFailure(reply)).code : undefined };
}
export const outcomeOf = ({ status, failure }: { status: number; failure: { code?: ErrorCode } }): Outcome => ({
  status,
  code: failure.code,
});
