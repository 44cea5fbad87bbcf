// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { listenToMoves, watchMoves } from "./moves.ts";

watchMoves();
const move = () => window.dispatchEvent(new PopStateEvent("popstate"));
const stops: (() => void)[] = [];

beforeEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test("[T74] a listener that is added while a move is announced is called at the next one", () => {
  const late = vi.fn();
  const stop = listenToMoves(() => {
    stop();
    stops.push(listenToMoves(late));
  });
  move();
  expect(late).not.toHaveBeenCalled();
  move();
  expect(late).toHaveBeenCalledTimes(1);
});

test("a listener that is removed while a move is announced is not called", () => {
  const stoppedListener = vi.fn();
  stops.push(listenToMoves(() => stop()));
  const stop = listenToMoves(stoppedListener);
  move();
  expect(stoppedListener).not.toHaveBeenCalled();
});
