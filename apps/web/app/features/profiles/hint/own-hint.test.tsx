// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { OwnHint } from "./own-hint.tsx";

let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OwnHint look="strip" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const readTitle = () => screen.getByRole("heading").textContent;

test("the hint has words from its first drawing, and those for this profile once it is known", async () => {
  const profile = Promise.withResolvers<object>();
  server.answer("GET /profile", () => profile.promise);
  open();
  expect(readTitle()).toBe("Seu perfil");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/perfil?ver=outros");
  profile.resolve({ photos: [{}, {}], bio: null, lookingFor: null });
  await vi.waitFor(() => expect(readTitle()).toBe("Mostre mais de você"));
});

test("the hint keeps its words where the profile does not load", async () => {
  server.answer("GET /profile", () => refuse("SERVER_ERROR", 500));
  open();
  await vi.waitFor(() => expect(server.callsOf("GET /profile")).toHaveLength(1));
  expect(readTitle()).toBe("Seu perfil");
});
