// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { Mail } from "lucide-react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { QueueList } from "./queue-list.tsx";

const answers = { pending: ["Ana", "Bia"], decided: [] as string[] };

const open = (search: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/admin/pedidos${search}`]}>
        <QueueList
          queryOf={({ status, page = 1 }) => ({
            queryKey: [status, page],
            queryFn: () => ({
              names: answers[status].map((name) => `${name}, ${page}`),
              count: answers[status].length,
            }),
          })}
          entriesOf={({ names }) => names}
          failed="Os pedidos não carregaram"
          icon={Mail}
          emptyTitle="Nenhum pedido"
          emptyTexts={{ pending: "Aparecem aqui.", decided: "Os decididos aparecem aqui." }}
        >
          {(name) => <li key={name}>{name}</li>}
        </QueueList>
      </MemoryRouter>
    </QueryClientProvider>,
  );

afterEach(cleanup);

test("a queue lists what waits, on the page of the address", async () => {
  open("?pagina=2");
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual(["Ana, 2", "Bia, 2"]);
});

test("a queue without entries says which of its two lists is empty", async () => {
  open("?situacao=decididos");
  expect(await screen.findByText("Os decididos aparecem aqui.")).toBeDefined();
  expect(screen.queryByRole("listitem")).toBeNull();
});
