import type { ErrorCode } from "@caramelo/contract/call/errors";
import { readFailure } from "../read-failure.ts";

export type Outcome = { status: number; code: ErrorCode | undefined };

export async function readOutcome(reply: Response): Promise<Outcome> {
  const isJson = reply.headers.get("content-type")?.startsWith("application/json");
  return { status: reply.status, code: isJson ? (await readFailure(reply)).code : undefined };
}

export const outcomeOf = ({ status, failure }: { status: number; failure: { code?: ErrorCode } }): Outcome => ({
  status,
  code: failure.code,
});
