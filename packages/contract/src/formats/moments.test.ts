import { expect, test } from "vitest";
import * as moments from "./moments.ts";

// The tests run in the time zone of Tokyo. There and in UTC it is already the next day, and the next year.
const MOMENT = "2027-01-01T02:05:09.000Z";

test("a moment is that of São Paulo, whatever the zone of the machine", () => {
  expect(new Date(MOMENT).getHours()).toBe(11);
  const texts = Object.fromEntries(Object.entries(moments).map(([name, format]) => [name, format(MOMENT)]));
  expect(texts).toEqual({
    dayText: "31/12/2026",
    shortDayText: "31/12",
    dayOfYearText: "31 de dezembro",
    longDayText: "31 de dezembro de 2026",
    clockText: "23:05",
    momentText: "31/12/2026, 23:05",
    exactMomentText: "31/12/2026, 23:05:09",
    longMomentText: "31 de dezembro de 2026 às 23:05",
    writeMoment: "31/12/2026 23:05:09",
  });
});

test("a moment is the same as a text, a number and a date", () => {
  expect(moments.momentText(Date.parse(MOMENT))).toBe(moments.momentText(MOMENT));
  expect(moments.momentText(new Date(MOMENT))).toBe(moments.momentText(MOMENT));
});

test("a day without a time, such as a birth date, is the same everywhere", () => {
  expect(moments.dayText("1995-05-05")).toBe("05/05/1995");
  expect(moments.shortDayText("2026-11-07")).toBe("07/11");
  expect(moments.longDayText("2026-11-21")).toBe("21 de novembro de 2026");
});
