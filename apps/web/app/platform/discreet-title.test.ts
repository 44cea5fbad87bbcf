// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberDiscretion, TITLE_SCRIPT, takeTitle } from "./discreet-title.ts";

// Runs the script as the head of the page does.
const runInHead = () => new Function(TITLE_SCRIPT)();
/** Writes the title of a screen, as React does. */
const writeTitle = (title: string) => {
  document.head.innerHTML = `<title>${title}</title>`;
};

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = "";
});
afterEach(() => void takeTitle());

test("a member's choice of discreet titles hides every title until the page sets its own", async () => {
  rememberDiscretion(true);
  runInHead();
  writeTitle("Caramelo");
  await vi.waitFor(() => expect(document.title).toBe("Início"));
  writeTitle("Mensagens · Caramelo");
  await vi.waitFor(() => expect(document.title).toBe("Início"));
  expect(takeTitle()).toBe("Mensagens · Caramelo");
  expect(takeTitle()).toBeUndefined();
  writeTitle("Buscar · Caramelo");
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.title).toBe("Buscar · Caramelo");
});

test("without the choice, or after it was reverted, titles show", async () => {
  rememberDiscretion(true);
  rememberDiscretion(false);
  expect(localStorage).toHaveLength(0);
  runInHead();
  writeTitle("Caramelo");
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.title).toBe("Caramelo");
});

test("a browser that refuses storage shows its titles, and nothing fails", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(runInHead).not.toThrow();
  expect(() => rememberDiscretion(true)).not.toThrow();
  vi.unstubAllGlobals();
});
