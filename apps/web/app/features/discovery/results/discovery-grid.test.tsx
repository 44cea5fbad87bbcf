// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { openFakeServer, refuse } from "~/testing/fake-server.ts";
import { DiscoveryGrid, useDrawnPages } from "./discovery-grid.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("[K8.01] a search that fails says so in red, and can be requested again", async () => {
  const server = openFakeServer();
  server.answer("GET /discovery", () => refuse("SERVER_ERROR", 500));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <DiscoveryGrid
          memberId="me"
          question={{ tab: "all" }}
          isReturn={false}
          renderCard={({ name }) => <article>{name}</article>}
          empty={{ tab: "todos", clear: undefined, showAll: undefined, action: null }}
          onDemos={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const text = await screen.findByText("Erro ao carregar perfis. Por favor, tente novamente.");
  expect(text.closest("[role=alert]")?.className).toMatch(/danger/);
  server.answer("GET /discovery", () => ({ profiles: [{ id: "1", name: "Ana" }], next: null }));
  fireEvent.click(screen.getByRole("button", { name: "Tentar Novamente" }));
  await screen.findByRole("article");
});

const drawnPages: string[] = [];

function Pages({ pages }: { pages: readonly string[] | undefined }) {
  const { pages: shownPages, isDrawing } = useDrawnPages(pages);
  drawnPages.push(`${shownPages?.join(" ")}${isDrawing ? " …" : ""}`);
  return null;
}

test("a new page is still to come until it is drawn, and a changed one shows at once", () => {
  const { rerender } = render(<Pages pages={undefined} />);
  rerender(<Pages pages={["a"]} />);
  rerender(<Pages pages={["a", "b"]} />);
  drawnPages.splice(0, drawnPages.length - 1);
  rerender(<Pages pages={["a", "c"]} />);
  expect(drawnPages[0]).toBe("a b");
  expect(drawnPages[1]).toBe("a c");
  drawnPages.length = 0;
  rerender(<Pages pages={["a", "c", "d"]} />);
  expect(drawnPages).toEqual(["a c …", "a c d"]);
});

test("pages that are there from the start are drawn with the screen", () => {
  drawnPages.length = 0;
  render(<Pages pages={["a"]} />);
  expect(drawnPages[0]).toBe("a");
});
