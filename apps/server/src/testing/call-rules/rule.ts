import type { AnyCall } from "@caramelo/contract/call/call";

export type NamedCall = { name: string; call: AnyCall };

/**
 * Rules of calls by their sentence, which follows the name of a call that breaks the rule. A broken rule throws the
 * reason.
 */
export type CallRules = Record<string, (named: NamedCall) => void | Promise<void>>;

/** The rules that a call breaks, each with the reason. */
export async function listBroken(rules: CallRules, namedCall: NamedCall): Promise<string[]> {
  const brokenRules: string[] = [];
  for (const [sentence, judge] of Object.entries(rules)) {
    try {
      await judge(namedCall);
    } catch (error) {
      brokenRules.push(`${sentence}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return brokenRules;
}
