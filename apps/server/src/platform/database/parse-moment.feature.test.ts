import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { parseMoment } from "./parse-moment.ts";

const moments = fc.date({
  min: new Date("0100-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

test("a moment is read as it was written, with as many digits as it has, and never later than it was", () => {
  fc.assert(
    fc.property(moments, fc.nat(999), (moment, microseconds) => {
      const [day, time] = moment.toISOString().slice(0, 19).split("T");
      const fraction = String(moment.getUTCMilliseconds() * 1_000 + microseconds).padStart(6, "0");
      const writtenText = `${day} ${time}.${fraction}`.replace(/\.?0*$/, "");
      expect(parseMoment(`${writtenText}+00`)).toEqual(moment);
    }),
  );
});

test.each([
  ["infinity", Number.POSITIVE_INFINITY],
  ["-infinity", Number.NEGATIVE_INFINITY],
  ["2026-11-23 20:00:00-03", new Date("2026-11-23T23:00:00Z")],
  ["2026-11-23 20:00:00.5+05:30", new Date("2026-11-23T14:30:00.500Z")],
  ["0044-03-15 12:00:00+00 BC", new Date("-000043-03-15T12:00:00Z")],
  ["0001-01-01 00:00:00+00", new Date("0001-01-01T00:00:00Z")],
  ["12026-11-23 20:00:00.25+00", new Date("+012026-11-23T20:00:00.250Z")],
])("an unusual moment is left to the driver: %s", (text, expectedMoment) => {
  expect(parseMoment(text)).toEqual(expectedMoment);
});
