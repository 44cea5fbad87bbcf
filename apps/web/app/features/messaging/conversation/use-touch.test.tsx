// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { HOLD_MS } from "./touch-rules.ts";
import { useTouch } from "./use-touch.ts";

const doneActions: string[] = [];

function Message({ mayPull = true }: { mayPull?: boolean }) {
  const { pulled, isHeld, isTouched, handlers } = useTouch({
    onHold: () => doneActions.push("hold"),
    onPull: mayPull ? () => doneActions.push("pull") : undefined,
    onDoubleTap: () => doneActions.push("love"),
  });
  return (
    <div {...handlers} data-testid="message" data-pulled={pulled} data-held={isHeld}>
      oi <button type="button">link</button>
      <output>{String(isTouched())}</output>
    </div>
  );
}

let now: number;

function touch(type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", x = 100, y = 100, target = message()) {
  const changedTouches = [{ clientX: x, clientY: y }];
  const event = new Event(type.toLowerCase(), { bubbles: true, cancelable: true });
  Object.assign(event, { changedTouches, touches: type === "touchEnd" ? [] : changedTouches });
  Object.defineProperty(event, "timeStamp", { value: now });
  fireEvent(target, event);
  return event.defaultPrevented;
}
const message = () => screen.getByTestId("message");
function pass(ms: number) {
  now += ms;
  act(() => void vi.advanceTimersByTime(ms));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("innerWidth", 360);
  doneActions.length = 0;
  now = 1_000;
  return () => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("[K4.32] a finger on a message", () => {
  test("opens the menu when it is lifted after a rest of any length, and clicks nothing", () => {
    render(<Message />);
    for (const ms of [HOLD_MS, 1_500, 20_000]) {
      touch("touchStart");
      pass(ms);
      expect(message().dataset.held).toBe("true");
      expect(doneActions).toEqual([]);
      expect(touch("touchEnd")).toBe(true);
      expect(message().dataset.held).toBe("false");
      expect(doneActions.splice(0)).toEqual(["hold"]);
    }
  });

  test("replies when the message was pulled far enough, and moves it meanwhile", () => {
    render(<Message />);
    touch("touchStart");
    touch("touchMove", 120);
    touch("touchMove", 170);
    expect(message().dataset.pulled).toBe("60");
    pass(5_000);
    expect(touch("touchEnd", 170)).toBe(true);
    expect(message().dataset.pulled).toBe("0");
    expect(doneActions).toEqual(["pull"]);
  });

  test("does nothing while it scrolls, is cancelled by the browser, or is one of two", () => {
    render(<Message />);
    touch("touchStart");
    touch("touchMove", 100, 140);
    touch("touchEnd", 100, 140);
    touch("touchStart");
    touch("touchCancel");
    pass(HOLD_MS);
    touch("touchEnd");
    expect(message().dataset.held).toBe("false");
    expect(doneActions).toEqual([]);
  });

  test("pulls nothing where the member may not reply", () => {
    render(<Message mayPull={false} />);
    touch("touchStart");
    touch("touchMove", 180);
    expect(message().dataset.pulled).toBe("0");
    touch("touchEnd", 180);
    expect(doneActions).toEqual([]);
  });

  test("gives a heart at the second of two taps, once, and leaves links alone", () => {
    render(<Message />);
    const tap = (target?: HTMLElement) => {
      touch("touchStart", 100, 100, target);
      pass(60);
      const isPrevented = touch("touchEnd", 100, 100, target);
      pass(100);
      return isPrevented;
    };
    expect(tap()).toBe(false);
    expect(tap()).toBe(true);
    tap();
    expect(doneActions).toEqual(["love"]);
    pass(1_000);
    const link = screen.getByRole("button");
    for (let taps = 0; taps < 3; taps += 1) expect(tap(link)).toBe(false);
    expect(doneActions).toEqual(["love"]);
  });
});
