// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PHONE } from "~/ui/basics/use-media.ts";
import { OrderSummary } from "./order-summary.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const plain = (element: Element | null) => element?.textContent?.replace(/\u00a0/g, " ");
const openAt = (isPhone: boolean) => {
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: query === PHONE && isPhone }),
  );
  render(<OrderSummary product="tokens" />);
};

// The first test decides what the window is, because the value of a media query is kept.
test("[D4.50][D4.13] on a phone the summary is one row of what, how much and no renewal, and the rest is closed", () => {
  openAt(true);
  const details = screen.getByRole("group");
  expect(details.hasAttribute("open")).toBe(false);
  const row = details.querySelector("summary");
  expect(plain(row)).toBe("100 fichas e 10 conversasSem renovação automáticaR$ 47,00");
  expect(details.querySelector("dl")?.textContent).toContain("Vendido por");
});
