// @vitest-environment happy-dom

import { emptyFilter } from "@caramelo/contract/discovery/address";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { saveFilter } from "./filter-store.ts";

const SAVE = "PUT /discovery/filter";
const me = makeSessionUser();
const save = (cityId: number) => saveFilter(me, { ...emptyFilter("baby"), cityId }, { cityId });

let server: FakeServer;
const sentCities = () => server.callsOf(SAVE).map(({ body }) => (body as { cityId: number }).cityId);

beforeEach(() => {
  server = openFakeServer();
  return () => vi.unstubAllGlobals();
});

test("a filter that is applied while the last one is being saved is sent after it, so that the server keeps the newer one", async () => {
  let answer = () => {};
  server.answer(
    SAVE,
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  save(1);
  save(2);
  await vi.waitFor(() => expect(sentCities()).toEqual([1]));
  answer();
  await vi.waitFor(() => expect(sentCities()).toEqual([1, 2]));
  answer();
});

test("a filter that could not be saved does not keep the next one from being sent", async () => {
  server.answer(SAVE, fail);
  save(3);
  save(4);
  await vi.waitFor(() => expect(sentCities()).toEqual([3, 4]));
});
