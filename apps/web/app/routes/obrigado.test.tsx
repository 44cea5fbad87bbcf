// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "~/platform/session.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import ThankYou from "./obrigado.tsx";

const { useSession } = vi.hoisted(() => ({ useSession: vi.fn() }));
vi.mock("~/platform/session.ts", async (original) => ({
  ...(await original<typeof import("~/platform/session.ts")>()),
  useSession,
}));
vi.mock("./own-thanks.tsx", () => ({ OwnThanks: ({ type }: { type: string }) => <h1>{`own thanks for ${type}`}</h1> }));

function open(address: string, user: SessionUser | null = null) {
  useSession.mockReturnValue({ user });
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/obrigado" element={<ThankYou />} />
        <Route path="/" element={<h1>start</h1>} />
      </Routes>
    </MemoryRouter>,
  );
}
const title = async () => (await screen.findByRole("heading", { level: 1 })).textContent;

beforeEach(() => useSession.mockReset());
afterEach(cleanup);

test("[M2.05] a visitor with a known type is thanked, a guest in neutral words", async () => {
  open("/obrigado?type=tokens");
  expect(await title()).toBe("Obrigado!");
  cleanup();
  open("/obrigado?type=tokens", makeSessionUser());
  expect(await title()).toBe("own thanks for tokens");
});

test.each(["/obrigado", "/obrigado?type=", "/obrigado?type=ouro"])(
  "[M2.06][D4.18] %s leads to the start",
  async (address) => {
    for (const user of [null, makeSessionUser()]) {
      open(address, user);
      expect(await title()).toBe("start");
      cleanup();
    }
  },
);
