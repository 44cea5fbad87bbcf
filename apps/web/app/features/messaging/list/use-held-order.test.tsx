// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHeldOrder } from "./use-held-order.ts";

/** Longer than a tap takes to be delivered after the finger went up. */
const LONG_MS = 10_000;
/** Within this time a browser delivers a tap after the finger went up. */
const TAP_MS = 100;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Props = { ids: string[]; isHidden?: boolean };

function List({ ids, isHidden = false }: Props) {
  const { order, handlers } = useHeldOrder(ids, isHidden);
  return (
    <ul {...handlers}>
      {order.map((id) => (
        <li key={id}>
          <button type="button">{id}</button>
        </li>
      ))}
    </ul>
  );
}

const rows = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
const list = () => screen.getByRole("list");
const wait = (ms = LONG_MS) => act(() => void vi.advanceTimersByTime(ms));

const BEFORE = ["ana", "bia"];
/** The order after messages of Bia and of Carla, who is new to the list. */
const AFTER = ["carla", "bia", "ana"];
const HELD = ["ana", "bia", "carla"];

function openList() {
  const { rerender } = render(<List ids={BEFORE} />);
  return (props: Partial<Props> = {}) => rerender(<List ids={AFTER} {...props} />);
}

test("rows take their places at once while no pointer, finger or focus is on them", () => {
  const move = openList();
  move();
  expect(rows()).toEqual(AFTER);
});

test.each([
  ["a pointer is over them", fireEvent.pointerEnter, fireEvent.pointerLeave],
  ["a finger is on them", fireEvent.touchStart, fireEvent.touchEnd],
  ["a finger is on them, until it scrolls", fireEvent.touchStart, fireEvent.touchCancel],
])("rows keep their order while %s, and for the tap after it", (_, begin, end) => {
  const move = openList();
  begin(list());
  move();
  expect(rows()).toEqual(HELD);
  wait();
  expect(rows()).toEqual(HELD);
  end(list());
  wait(TAP_MS);
  expect(rows()).toEqual(HELD);
  wait();
  expect(rows()).toEqual(AFTER);
});

/** The simulated browser does not know whether the focus came by a key, so the test says it. */
function focus(row: HTMLElement, isByKey: boolean) {
  const matches = row.matches.bind(row);
  vi.spyOn(row, "matches").mockImplementation((selector) =>
    selector === ":focus-visible" ? isByKey : matches(selector),
  );
  fireEvent.focus(row);
}

test("rows keep their order while one has the focus of the keyboard", () => {
  const move = openList();
  const row = screen.getByRole("button", { name: "ana" });
  focus(row, true);
  move();
  expect(rows()).toEqual(HELD);
  fireEvent.blur(row);
  wait();
  expect(rows()).toEqual(AFTER);
});

test("a row that was clicked has the focus, and holds nothing", () => {
  const move = openList();
  focus(screen.getByRole("button", { name: "ana" }), false);
  move();
  expect(rows()).toEqual(AFTER);
});

test("a finger that goes up frees no row while a pointer stays", () => {
  const move = openList();
  fireEvent.pointerEnter(list());
  fireEvent.touchStart(list());
  move();
  fireEvent.touchEnd(list());
  wait();
  expect(rows()).toEqual(HELD);
});

test("a second touch within the time of a tap holds the rows again", () => {
  const move = openList();
  fireEvent.touchStart(list());
  move();
  fireEvent.touchEnd(list());
  fireEvent.touchStart(list());
  wait();
  expect(rows()).toEqual(HELD);
});

test("a list that is hidden while it is held has its rows in their places when it shows again", () => {
  const move = openList();
  fireEvent.touchStart(list());
  move();
  expect(rows()).toEqual(HELD);
  move({ isHidden: true });
  move({ isHidden: false });
  expect(rows()).toEqual(AFTER);
});

test("what held a list before it was hidden does not hold it after a later touch", () => {
  const move = openList();
  fireEvent.pointerEnter(list());
  move({ isHidden: true });
  move({ isHidden: false });
  fireEvent.touchStart(list());
  move({ ids: BEFORE });
  expect(rows()).toEqual(AFTER);
  fireEvent.touchEnd(list());
  wait();
  expect(rows()).toEqual(BEFORE);
});
