import { inject, test } from "vitest";
import type {} from "./provided-context.ts";

/**
 * The cases that a file tries: in `npm test` the first of each kind, by any of the functions, and all of them where a
 * `*.slow.test.ts` imports the file.
 */
export function eachKind<Case>(cases: readonly Case[], ...kindsOf: ((tried: Case) => unknown)[]): Case[] {
  if (inject("triesEveryCase")) return [...cases];
  const firstCases = kindsOf.flatMap((kindOf) => [...Map.groupBy(cases, kindOf).values()].map(([first]) => first));
  return cases.filter((triedCase) => firstCases.includes(triedCase));
}

/** How often something is repeated: a few times in `npm test`, and many where a `*.slow.test.ts` imports the file. */
export const fewOrMany = (few: number, many: number): number => (inject("triesEveryCase") ? many : few);

const nothing = Object.assign(() => {}, { each: () => () => {} });

/**
 * A test that runs only where a `*.slow.test.ts` imports its file, because it is expensive and another test has its
 * kind.
 */
// A stand-in that registers nothing is called in the same ways as a test.
export const slowTest = inject("triesEveryCase") ? test : (nothing as unknown as typeof test);
