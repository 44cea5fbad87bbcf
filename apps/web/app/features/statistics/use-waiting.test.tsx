// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { leaveOutDone, useWaiting } from "./use-waiting.ts";

const work = (count: number) => [
  { kind: "reports", count, oldestAt: null, oldestId: null },
  { kind: "appeals", count: 1, oldestAt: null, oldestId: null },
];
const dashboard = (count: number) => ({ totals: null, countedAt: null, work: work(count), days: [] });
let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

type Props = Parameters<typeof useWaiting>[0];

function Waiting(props: Props) {
  const waitingWork = useWaiting(props);
  const decide = useMutation({ mutationFn: async () => "decided" });
  return (
    <>
      <p>{waitingWork.map(({ path, count }) => `${path} ${count}`).join(", ")}</p>
      <button type="button" onClick={() => decide.mutate()}>
        Decidir
      </button>
    </>
  );
}

const draw = (isAllowed: boolean, doneWork: Props["done"] = {}) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Waiting isAllowed={isAllowed} done={doneWork} />
    </QueryClientProvider>,
  );

test("the pending work is requested again after a decision", async () => {
  let leftCount = 4;
  server.answer("GET /admin/dashboard", () => dashboard(leftCount));
  draw(true);
  await screen.findByText("/admin/denuncias 4, /admin/denuncias/recursos 1");
  leftCount = 3;
  fireEvent.click(screen.getByRole("button"));
  await screen.findByText("/admin/denuncias 3, /admin/denuncias/recursos 1");
});

test("work done here that the server does not know of yet waits no longer", async () => {
  server.answer("GET /admin/dashboard", () => dashboard(3));
  draw(true, { reports: 1, appeals: 2 });
  await screen.findByText("/admin/denuncias 2, /admin/denuncias/recursos 0");
});

test("nothing is requested for a person who may not see it", async () => {
  const ask = vi.fn(() => dashboard(1));
  server.answer("GET /admin/dashboard", ask);
  draw(false);
  fireEvent.click(screen.getByRole("button"));
  await waitFor(() => expect(screen.getByRole("button")).toBeTruthy());
  expect(ask).not.toHaveBeenCalled();
});

const oldest = { oldestAt: "2026-11-23T15:00:00.000Z", oldestId: "0190a1b2-0000-4000-8000-000000000001" };
const [reports, appeals] = [
  { kind: "reports", count: 2, ...oldest },
  { kind: "appeals", count: 1, ...oldest },
] as const;

test("work that is already done is left out of its own kind alone", () => {
  expect(leaveOutDone([reports, appeals], { reports: 1 })).toEqual([{ ...reports, count: 1 }, appeals]);
  expect(leaveOutDone([reports, appeals], {})).toEqual([reports, appeals]);
});

test("where nothing is left, nothing waits the longest, and no number falls below zero", () => {
  for (const doneCount of [2, 3])
    expect(leaveOutDone([reports], { reports: doneCount })).toEqual([
      { kind: "reports", count: 0, oldestAt: null, oldestId: null },
    ]);
});
