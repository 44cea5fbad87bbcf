import { describe, expect, test } from "vitest";
import { judgeLaterSteps, readStep } from "./migration-step-rules.ts";

const OLD = "20261201110000-correct-open-comment";
const EXPAND = "20261202100000-expand-add-nickname";
const CONTRACT = "20261203100000-contract-20261202100000-drop-name";

test("the name of a migration says whether it expands, or since which step nothing uses what it removes", () => {
  expect(readStep(EXPAND)).toEqual({ stamp: "20261202100000", since: undefined });
  expect(readStep(CONTRACT)).toEqual({ stamp: "20261203100000", since: "20261202100000" });
  for (const name of [OLD, "20261203100000-contract-drop-name", "20261202100000-expand", "x-expand-add-nickname"])
    expect(readStep(name)).toBeUndefined();
});

describe("a release", () => {
  test("finds nothing later in its own database, or in one of an older release", () => {
    expect(judgeLaterSteps([OLD, EXPAND], [OLD, EXPAND])).toEqual({ later: [], breaking: [] });
    expect(judgeLaterSteps([OLD, EXPAND], [OLD])).toEqual({ later: [], breaking: [] });
  });

  test("works with later steps that expand", () => {
    expect(judgeLaterSteps([OLD], [OLD, EXPAND])).toEqual({ later: [EXPAND], breaking: [] });
  });

  test("works with a contract step when it has the step that this one names, and not without it", () => {
    expect(judgeLaterSteps([OLD, EXPAND], [OLD, EXPAND, CONTRACT])).toEqual({ later: [CONTRACT], breaking: [] });
    expect(judgeLaterSteps([OLD], [OLD, EXPAND, CONTRACT])).toEqual({
      later: [EXPAND, CONTRACT],
      breaking: [CONTRACT],
    });
  });

  test("does not work with a later migration that says nothing", () => {
    const unmarked = "20261204100000-add-nickname";
    expect(judgeLaterSteps([OLD], [OLD, unmarked])).toEqual({ later: [unmarked], breaking: [unmarked] });
  });
});
