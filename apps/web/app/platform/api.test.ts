// @vitest-environment happy-dom
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openFakeServer, refuse } from "~/testing/fake-server";
import { api, readFailure } from "./api.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settings = { hasSound: true };
const busy = refuse("SERVICE_BUSY", 503, { retryAfter: 4 });
const READ = "GET /settings";
const CHANGE = "PUT /settings";

test("[T73] a read that finds the server busy waits as long as the server says, and is tried again", async () => {
  const server = openFakeServer();
  const answers: unknown[] = [busy, settings];
  server.answer(READ, () => answers.shift());
  const reading = api.memberSettings.read();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(server.callsOf(READ)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_001);
  expect(await reading).toEqual(settings);
  expect(server.callsOf(READ)).toHaveLength(2);
});

test("[T73] a read that finds the server busy three times fails with the words for that", async () => {
  const server = openFakeServer();
  server.answer(READ, () => busy);
  const failure = expect(api.memberSettings.read()).rejects.toMatchObject({
    code: "SERVICE_BUSY",
    message: errorCatalogue.SERVICE_BUSY.text,
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await failure;
  expect(server.callsOf(READ)).toHaveLength(3);
});

test("a read that was given up while it waits is not tried again", async () => {
  const server = openFakeServer();
  server.answer(READ, () => busy);
  const { signal, abort } = openSignal();
  const failure = expect(api.memberSettings.read({}, { signal })).rejects.toThrow("given up");
  await vi.advanceTimersByTimeAsync(1_000);
  abort(new Error("given up"));
  await vi.advanceTimersByTimeAsync(60_000);
  await failure;
  expect(server.callsOf(READ)).toHaveLength(1);
});

test("a call that was given up while its address loaded is not sent", async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, "send").mockReturnValue();
  const { signal, abort } = openSignal();
  const failure = expect(api.photos.add({ body: {}, photos: [] }, { signal })).rejects.toThrow("given up");
  abort(new Error("given up"));
  await vi.advanceTimersByTimeAsync(1_000);
  await failure;
  expect(send).not.toHaveBeenCalled();
});

test("an unexpected error shows by which number support finds it in the log", () => {
  const body = { code: "SERVER_ERROR", userMessage: "Ops!", requestId: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b" };
  expect(() => readFailure(500, body)).toThrow(/^Ops! Código do erro: 0c1d2e3f4a5b$/);
  expect(() => readFailure(409, body)).toThrow(/^Ops!$/);
  expect(() => readFailure(500, { ...body, requestId: 7 })).toThrow(/^Ops!$/);
});

test("[T73] a change that finds the server busy is not repeated behind the member's back", async () => {
  const server = openFakeServer();
  server.answer(CHANGE, () => busy);
  await expect(api.memberSettings.change({ body: settings })).rejects.toMatchObject({ code: "SERVICE_BUSY" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.callsOf(CHANGE)).toHaveLength(1);
});

test.each([
  [502, "SERVICE_BUSY"],
  [504, "SERVICE_BUSY"],
  [500, "UNKNOWN_ERROR"],
] as const)("[T73] an answer %i that is not our server's never says that the staff was told", async (status, code) => {
  vi.stubGlobal("fetch", async () => new Response("<html>Bad Gateway</html>", { status }));
  await expect(api.memberSettings.change({ body: settings })).rejects.toMatchObject({
    code,
    message: errorCatalogue[code].text,
  });
});

test("a staff call finds its address in the file that members' pages do not load", async () => {
  const server = openFakeServer();
  server.answer("GET /admin/team", () => ({ people: [], next: null }));
  expect(await api.accounts.team()).toEqual({ people: [], next: null });
  server.answer("GET /admin/audit", () => ({ entries: [], next: null }));
  expect(await api.audit.list()).toEqual({ entries: [], next: null });
});

test("an unknown error code is ignored, no matter who answered", async () => {
  for (const code of ["toString", "not_found", "", 404, null]) {
    vi.stubGlobal("fetch", async () => Response.json({ code }, { status: 404 }));
    await expect(api.memberSettings.read()).rejects.toMatchObject({ code: "UNKNOWN_ERROR" });
  }
});

function openSignal() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) };
}

test("a rare call whose address does not load fails with words for that, and asks for a reload at the next try", async () => {
  vi.resetModules();
  vi.doMock("./rare-api-table.generated.ts", () => {
    throw new TypeError("Failed to fetch");
  });
  const { api: fresh } = await import("./api.ts");
  const check = () => fresh.accounts.checkRecovery({ body: { token: "a".repeat(43) } });
  await expect(check()).rejects.toMatchObject({ code: "NETWORK_ERROR", message: errorCatalogue.NETWORK_ERROR.text });
  await expect(check()).rejects.toMatchObject({
    code: "NETWORK_ERROR",
    message: "Problema de conexão. Verifique sua internet e recarregue a página.",
  });
  vi.doUnmock("./rare-api-table.generated.ts");
});
