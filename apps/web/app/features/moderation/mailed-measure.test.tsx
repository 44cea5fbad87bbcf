// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { MailedMeasure } from "./mailed-measure.tsx";

const READ = "POST /appeals/measure";
let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

function open(token: string | null | undefined) {
  const element = <MailedMeasure token={token} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}

test("a visitor who opens the address without a link reads how it is opened, and nothing is asked of the server", async () => {
  server.answer(READ, () => refuse("RESET_LINK_INVALID", 410));
  open(null);
  await screen.findByRole("heading", { name: "Abra esta página pelo e-mail" });
  expect(screen.getByRole("link", { name: "Ver os avisos da minha conta" }).getAttribute("href")).toBe("/medidas");
  expect(screen.queryByText(/Este link/)).toBeNull();
  expect(server.callsOf(READ)).toEqual([]);
});

test("a link that the server refuses says so", async () => {
  server.answer(READ, () => refuse("RESET_LINK_INVALID", 410));
  open("t".repeat(43));
  await screen.findByText(/Este link/);
  expect(screen.queryByRole("heading", { name: "Abra esta página pelo e-mail" })).toBeNull();
});
