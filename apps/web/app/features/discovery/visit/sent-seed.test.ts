// @vitest-environment happy-dom
import { FIRST_ANSWERS } from "@caramelo/contract/call/first-answers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const LIST = "/api/discovery?ageMax=60&ageMin=18&seed=7";

function writePage(answers: Record<string, unknown>): void {
  document.body.innerHTML = `<script type="application/json" id="${FIRST_ANSWERS}">${JSON.stringify(answers)}</script>`;
}

/** Opens a tab that has just read the answers of its page. */
async function openTab() {
  vi.resetModules();
  const answers = await import("~/platform/first-answers.ts");
  answers.readFirstAnswers();
  const { findSentSeed } = await import("./sent-seed.ts");
  return { ...answers, findSentSeed };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = "";
});

test("an answer that came with the page is used once, in whatever order its question is asked, and leaves the page", async () => {
  writePage({ [LIST]: { profiles: [] } });
  const tab = await openTab();
  expect(document.getElementById(FIRST_ANSWERS)).toBeNull();
  expect(tab.takeFirstAnswer("/api/discovery?seed=7&ageMin=18&ageMax=60")).toEqual({ profiles: [] });
  expect(tab.takeFirstAnswer(LIST)).toBeUndefined();
});

test("an answer that was not used in time is requested again", async () => {
  writePage({ "/api/notifications": { unread: 1 } });
  const tab = await openTab();
  vi.advanceTimersByTime(31_000);
  expect(tab.takeFirstAnswer("/api/notifications")).toBeUndefined();
});

test("a visit begins with the order that came with the page, if it answers the same question", async () => {
  writePage({ [LIST]: { profiles: [] } });
  const { findSentSeed } = await openTab();
  expect(findSentSeed(JSON.stringify({ ageMin: 18, ageMax: 60 }))).toBe(7);
  expect(findSentSeed(JSON.stringify({ ageMin: 18, ageMax: 61 }))).toBeUndefined();
  expect(findSentSeed(JSON.stringify({ tab: "new", ageMin: 18, ageMax: 60 }))).toBeUndefined();
});

test("a page without answers has none", async () => {
  const { findSentSeed, takeFirstAnswer } = await openTab();
  expect(findSentSeed("{}")).toBeUndefined();
  expect(takeFirstAnswer("/api/session")).toBeUndefined();
});
