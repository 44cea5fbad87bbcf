// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Avatar } from "./avatar.tsx";

const PLACEHOLDER = "/default-avatar.svg";
const source = () => screen.getByRole("img").getAttribute("src");

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("[M3.09] without a photo the default photo is shown", () => {
  render(<Avatar src={undefined} alt="Ana" />);
  expect(source()).toBe(PLACEHOLDER);
});

test("[M4.22][M4.23] a photo that does not load is tried three times more, each after twice the former wait, then the default photo stays", () => {
  vi.useFakeTimers();
  render(<Avatar src="/api/photos/1?s=small" alt="Ana" />);
  const triedSources = [source()];
  for (const wait of [1_000, 2_000, 4_000]) {
    fireEvent.error(screen.getByRole("img"));
    expect(source()).toBe(PLACEHOLDER);
    act(() => void vi.advanceTimersByTime(wait - 1));
    expect(source()).toBe(PLACEHOLDER);
    act(() => void vi.advanceTimersByTime(1));
    triedSources.push(source());
  }
  expect(triedSources.map((src) => new URL(src ?? "", "http://caramelo.test").searchParams.get("r"))).toEqual([
    null,
    "1",
    "2",
    "3",
  ]);
  fireEvent.error(screen.getByRole("img"));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(source()).toBe(PLACEHOLDER);
});
