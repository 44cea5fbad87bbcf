// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeSessionUser } from "~/testing/session-user.ts";
import Highlight from "./destaque.tsx";
import Premium from "./premium.tsx";

const { useMember } = vi.hoisted(() => ({ useMember: vi.fn() }));
vi.mock("~/platform/session.ts", async (original) => ({
  ...(await original<typeof import("~/platform/session.ts")>()),
  useMember,
}));

const pathOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const headings = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);
const links = () => screen.getAllByRole("link").map(({ textContent }) => textContent);

function open(Screen: typeof Premium, role: "baby" | "daddy" | "mommy" | "admin") {
  useMember.mockReturnValue(makeSessionUser({ role, isAdmin: role === "admin" }));
  render(<Screen />, { wrapper: MemoryRouter });
}

beforeEach(() => useMember.mockReset());
afterEach(cleanup);

test("[K2.33] premium is explained to a member who cannot buy it, without a card", () => {
  open(Premium, "baby");
  expect(headings()).toEqual(["Plano Premium"]);
  expect(pathOf("Destacar Perfil")).toBe("/destaque");
  cleanup();
  open(Premium, "admin");
  expect(headings()).toEqual(["Plano Premium"]);
  expect(links()).toEqual(["Buscar perfis"]);
});

test.each(["daddy", "mommy"] as const)("[K2.35] a %s reads that premium includes the highlight", (role) => {
  open(Highlight, role);
  expect(headings()).toEqual(["O destaque faz parte do Premium"]);
  expect(pathOf("Conhecer o Premium")).toBe("/premium");
});
