// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { applyRememberedTheme, BAR_COLORS, switchTheme, THEME_SCRIPT } from "./theme.ts";

let isSystemDark = false;

beforeEach(() => {
  isSystemDark = false;
  localStorage.clear();
  delete document.documentElement.dataset.theme;
  document.head.innerHTML = ["light", "dark"]
    .map((scheme) => `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="?">`)
    .join("");
  vi.stubGlobal("matchMedia", () => ({ matches: isSystemDark }));
});

const colors = () => [...document.querySelectorAll("meta")].map(({ content }) => content);

test("the phone's own bar follows the system until a theme is chosen", () => {
  applyRememberedTheme();
  expect(colors()).toEqual([BAR_COLORS.light, BAR_COLORS.dark]);
});

test.each([
  [false, "dark", "light"],
  [true, "light", "dark"],
] as const)(
  "the switch turns the page and the phone's own bar over, and back (the system is dark: %s)",
  (isDark, theme, system) => {
    isSystemDark = isDark;
    switchTheme();
    expect(document.documentElement.dataset.theme).toBe(theme);
    expect(colors()).toEqual([BAR_COLORS[theme], BAR_COLORS[theme]]);
    switchTheme();
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(colors()).toEqual([BAR_COLORS.light, BAR_COLORS.dark]);
    expect(BAR_COLORS[system]).toBeDefined();
  },
);

test("before the first paint the script in the head does the same for a remembered theme", () => {
  switchTheme();
  document.head.querySelectorAll("meta").forEach((meta) => {
    meta.content = "?";
  });
  delete document.documentElement.dataset.theme;
  new Function(THEME_SCRIPT)();
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(colors()).toEqual([BAR_COLORS.dark, BAR_COLORS.dark]);
});
