// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSearch } from "./use-search.ts";

/** Longer than any pause after which a search is written. */
const LONG_MS = 10_000;
/** The time between two keys of one word. */
const KEY_MS = 100;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Opens a search. The test changes its address itself, as the router would. */
function openSearch(q?: string) {
  const write = vi.fn<(text: string | undefined) => void>();
  const tidy = (text: string) => text.trim() || undefined;
  const { result, rerender, unmount } = renderHook(
    (address: { q: string | undefined }) => useSearch({ q: address.q, tidy, write }),
    { initialProps: { q } },
  );
  return {
    write,
    unmount,
    text: () => result.current.text,
    type: (text: string) => act(() => result.current.type(text)),
    apply: () => act(() => result.current.apply()),
    changeAddress: (next: string | undefined) => rerender({ q: next }),
    pause: (ms = LONG_MS) => act(() => void vi.advanceTimersByTime(ms)),
  };
}

test("a search field shows what the address says until somebody types", () => {
  const search = openSearch("ana");
  expect(search.text()).toBe("ana");
  search.changeAddress(undefined);
  expect(search.text()).toBe("");
});

test("what is typed shows at once, and only the last of it is written after a pause", () => {
  const search = openSearch();
  for (const text of ["b", "br", "bru"]) {
    search.pause(KEY_MS);
    search.type(text);
  }
  expect(search.text()).toBe("bru");
  expect(search.write).not.toHaveBeenCalled();
  search.pause();
  expect(search.write.mock.calls).toEqual([["bru"]]);
});

test("what is typed while an earlier text is being written stays, and Enter writes it at once", () => {
  const search = openSearch();
  search.type("an");
  search.pause();
  search.type("ana");
  search.changeAddress("an");
  expect(search.text()).toBe("ana");
  search.apply();
  expect(search.write.mock.calls).toEqual([["an"], ["ana"]]);
  search.pause();
  expect(search.write).toHaveBeenCalledTimes(2);
});

test("a search field keeps the space at the end of a word after it has written the address itself", () => {
  const search = openSearch();
  search.type("ana ");
  search.pause();
  expect(search.write).toHaveBeenLastCalledWith("ana");
  search.changeAddress("ana");
  expect(search.text()).toBe("ana ");
});

test("a search field that is emptied stays empty once the address has no search any more", () => {
  const search = openSearch("ana");
  search.type(" ");
  search.pause();
  expect(search.write).toHaveBeenLastCalledWith(undefined);
  search.changeAddress(undefined);
  expect(search.text()).toBe(" ");
});

test("typing goes on while the address of an earlier pause arrives", () => {
  const search = openSearch();
  search.type("ana");
  search.pause();
  search.changeAddress("ana");
  search.type("ana p");
  expect(search.text()).toBe("ana p");
  search.pause();
  search.changeAddress("ana p");
  expect(search.text()).toBe("ana p");
});

test("a step back shows the search of that address in place of what was typed", () => {
  const search = openSearch("bia");
  search.type("ana ");
  search.pause();
  search.changeAddress("ana");
  search.changeAddress("carla");
  expect(search.text()).toBe("carla");
});

test("a search that was written is gone from the field once the filter is cleared", () => {
  const search = openSearch();
  search.type("ana");
  search.pause();
  search.changeAddress("ana");
  search.changeAddress(undefined);
  expect(search.text()).toBe("");
});

test("what is typed is not written any more when the filter is cleared during the pause", () => {
  const search = openSearch("bia");
  search.type("bian");
  search.changeAddress("carla");
  search.changeAddress(undefined);
  search.pause();
  expect(search.write).not.toHaveBeenCalled();
  expect(search.text()).toBe("");
});

test("a search field that is gone writes nothing", () => {
  const search = openSearch();
  search.type("ana");
  search.unmount();
  search.pause();
  expect(search.write).not.toHaveBeenCalled();
});
