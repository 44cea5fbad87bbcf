import { expect, test } from "vitest";
import { openDepartures } from "./connection-registry.ts";

const at = (ms: number) => new Date(ms);

test("[D3.14] a member who stays away for the grace period has left when the connection closed", () => {
  const departures = openDepartures(10);
  departures.add("ana", at(0));
  departures.add("bia", at(5));
  expect(departures.takeDue(at(9))).toEqual([]);
  expect(departures.takeDue(at(10))).toEqual([{ memberId: "ana", closedAt: at(0) }]);
  expect(departures.takeDue(at(15))).toEqual([{ memberId: "bia", closedAt: at(5) }]);
  expect(departures.takeDue(at(99))).toEqual([]);
});

test("[D3.14] a member who comes back within the grace period has not left, and gets a new period when they leave again", () => {
  const departures = openDepartures(10);
  departures.add("ana", at(0));
  departures.add("bia", at(1));
  expect(departures.cancel("ana")).toBe(true);
  departures.add("ana", at(8));
  expect(departures.takeDue(at(12))).toEqual([{ memberId: "bia", closedAt: at(1) }]);
  expect(departures.takeDue(at(18))).toEqual([{ memberId: "ana", closedAt: at(8) }]);
  expect(departures.cancel("ana")).toBe(false);
});
