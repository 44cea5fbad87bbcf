// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fail, openFakeServer } from "~/testing/fake-server.ts";
import { AuthorityForm } from "./authority-form.tsx";

const RECORD = "POST /admin/authority-requests";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("[D5.39] a form whose answer was lost is sent again with the same id, so that it counts once", async () => {
  const server = openFakeServer();
  server.answer(RECORD, fail);
  const handleRecorded = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AuthorityForm onRecorded={handleRecorded} />
    </QueryClientProvider>,
  );
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } });
  fill("Recebido em", "2026-02-03");
  fill("Autoridade", "court");
  fill("Resultado", "partly");
  fill("O que foi pedido", "Registros de acesso.");
  const send = () => fireEvent.click(screen.getByRole("button", { name: "Registrar pedido" }));
  send();
  await screen.findByRole("alert");
  server.answer(RECORD, () => ({}));
  send();
  await waitFor(() => expect(handleRecorded).toHaveBeenCalledOnce());
  const bodies = server.callsOf(RECORD).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), outcome: "partly" });
  expect(bodies[1]).toEqual(bodies[0]);
});
