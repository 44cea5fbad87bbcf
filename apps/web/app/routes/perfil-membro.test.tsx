// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Profile } from "~/features/profiles/queries.ts";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import MemberProfile from "./perfil-membro.tsx";

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock("~/ui/overlays/toast.ts", async (original) => ({
  ...(await original<typeof import("~/ui/overlays/toast.ts")>()),
  showToast,
}));
vi.mock("~/platform/session.ts", async (original) => ({
  ...(await original<typeof import("~/platform/session.ts")>()),
  useMember: () => makeSessionUser({ role: "daddy" }),
}));

const READ = "GET /profiles/:id";
const BLOCK = "PUT /blocks/:id";
const ANA = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a00";
const ana: Profile = {
  id: ANA,
  name: "Ana",
  age: 27,
  role: "baby",
  city: "Santos, SP",
  isWildcardCity: false,
  isVerified: false,
  isPremium: false,
  isPromoted: false,
  isManaged: false,
  isDemo: false,
  presence: "offline",
  isFavorite: false,
  distanceKm: null,
  photos: [],
  bio: "Gosto de mar.",
  lookingFor: "Conversa boa.",
  memberSince: 2026,
  isOppositeSide: true,
  needsUpgrade: false,
  staff: null,
};

let server: FakeServer;
let isBlocked: boolean;

beforeEach(() => {
  showToast.mockClear();
  isBlocked = false;
  server = openFakeServer();
  server.answer(READ, () => (isBlocked ? refuse("NOT_FOUND", 404) : ana));
  return () => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
  };
});

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/perfil/${ANA}`]}>
        <Routes>
          <Route path="/perfil/:id" element={<MemberProfile />} />
          <Route path="/busca" element={<h1>Buscar</h1>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function openBlockDialog() {
  open();
  fireEvent.click((await screen.findAllByRole("button", { name: "Mais opções" }))[0] ?? expect.fail());
  fireEvent.click(await screen.findByRole("menuitem", { name: "Bloquear" }));
  return screen.findByRole("button", { name: "Bloquear" });
}

/**
 * The event of the block loads the profile again, as the live connection does, until the screen has drawn the answer.
 */
const reloadProfile = () =>
  act(async () => {
    await queryClient.invalidateQueries({ queryKey: ["profiles", ANA] });
    // The query library notifies the screen in a separate task.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

test("a block ends in the search with a toast, also when its event arrives before its answer", async () => {
  const answer = Promise.withResolvers<void>();
  server.answer(BLOCK, async () => {
    isBlocked = true;
    await answer.promise;
    return {};
  });
  fireEvent.click(await openBlockDialog());
  await waitFor(() => expect(server.callsOf(BLOCK)).toHaveLength(1));
  await reloadProfile();
  expect(server.callsOf(READ)).toHaveLength(2);
  expect(queryClient.getQueryState(["profiles", ANA])?.status).toBe("error");
  expect(screen.queryByText("Perfil não encontrado")).toBeNull();

  answer.resolve();
  await screen.findByRole("heading", { name: "Buscar" });
  expect(showToast).toHaveBeenCalledWith(expect.objectContaining({ title: "Você bloqueou Ana" }));
});

test("a block that fails leaves the profile, which then shows whether its member is gone", async () => {
  server.answer(BLOCK, () => refuse("SERVER_ERROR", 500));
  fireEvent.click(await openBlockDialog());
  await screen.findByRole("alert");
  expect(screen.queryByText("Perfil não encontrado")).toBeNull();
  isBlocked = true;
  await reloadProfile();
  await screen.findByText("Perfil não encontrado");
  expect(showToast).not.toHaveBeenCalled();
});

test("[M8.29] a favourite that cannot be changed says so, and goes back", async () => {
  server.answer("PUT /favorites/:id", () => refuse("SERVER_ERROR", 500));
  open();
  const heart = await screen.findByRole("button", { name: "Favoritar", pressed: false });
  fireEvent.click(heart);
  await waitFor(() =>
    expect(showToast).toHaveBeenCalledWith({
      type: "error",
      title: "Não foi possível atualizar os favoritos. Tente novamente mais tarde.",
    }),
  );
  await screen.findByRole("button", { name: "Favoritar", pressed: false });
});

test("[M8.28] a profile that cannot be requested again says so at its heart", async () => {
  open();
  await screen.findByRole("button", { name: "Favoritar" });
  server.answer(READ, () => refuse("SERVER_ERROR", 500));
  await reloadProfile();
  await screen.findByText("Não foi possível verificar o status de favorito. Tente novamente mais tarde.");
});
