import { expect, test, vi } from "vitest";
import { openViewers, type Viewer } from "./viewers.ts";

const viewerWith = (viewerId: string): Viewer => ({
  unseen: new Set([viewerId]),
  favorites: new Set(),
  peers: new Set(),
});

/** Keeps two viewers, because each of them counts for one id. */
function openTwo() {
  const load = vi.fn(async (viewerId: string) => viewerWith(viewerId));
  return { load, ...openViewers({ load, maxIds: 2 }) };
}

test("a viewer is loaded once, also when requested twice at the same time", async () => {
  const { find, load } = openTwo();
  const [first, second] = await Promise.all([find("ana"), find("ana")]);
  expect(first).toBe(second);
  expect(await find("ana")).toBe(first);
  expect(load).toHaveBeenCalledOnce();
});

test("of too many viewers the one who looked longest ago is dropped, not the one who was loaded first", async () => {
  const { find, load } = openTwo();
  for (const viewerId of ["ana", "bia", "ana", "caio"]) await find(viewerId);
  load.mockClear();
  await find("ana");
  await find("caio");
  expect(load).not.toHaveBeenCalled();
  await find("bia");
  expect(load).toHaveBeenCalledOnce();
});

test("a viewer who changes while being loaded is not kept", async () => {
  const { find, forget, load } = openTwo();
  const loading = find("ana");
  forget("ana");
  await loading;
  await find("ana");
  expect(load).toHaveBeenCalledTimes(2);
});

test("a viewer who could not be loaded is loaded again", async () => {
  const { find, load } = openTwo();
  load.mockRejectedValueOnce(new Error("no connection"));
  await expect(find("ana")).rejects.toThrow("no connection");
  expect(await find("ana")).toEqual(viewerWith("ana"));
});
