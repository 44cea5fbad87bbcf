import { expect, test } from "vitest";
import { openDepartures } from "./departures.ts";

const at = (ms: number) => new Date(ms);

test("[D3.14] who stays away through the grace has left, at the moment of the closing", () => {
  const departures = openDepartures(10);
  departures.add("ana", at(0));
  departures.add("bia", at(5));
  expect(departures.takeDue(at(9))).toEqual([]);
  expect(departures.takeDue(at(10))).toEqual([{ memberId: "ana", closedAt: at(0) }]);
  expect(departures.takeDue(at(15))).toEqual([{ memberId: "bia", closedAt: at(5) }]);
  expect(departures.takeDue(at(99))).toEqual([]);
});

test("[D3.14] who comes back within the grace has not left, and starts anew when they go again", () => {
  const departures = openDepartures(10);
  departures.add("ana", at(0));
  departures.add("bia", at(1));
  expect(departures.cancel("ana")).toBe(true);
  departures.add("ana", at(8));
  expect(departures.takeDue(at(12))).toEqual([{ memberId: "bia", closedAt: at(1) }]);
  expect(departures.takeDue(at(18))).toEqual([{ memberId: "ana", closedAt: at(8) }]);
  expect(departures.cancel("ana")).toBe(false);
});
