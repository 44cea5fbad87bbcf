import { RATE_TEXT } from "@caramelo/contract/operator/site-settings";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { readRate, unitOptions, writeRate } from "./rate-rules.ts";

describe("the fields of a limit", () => {
  test.each([
    ["10/900", { times: "10", span: "15", unit: "minutes" }],
    ["3/3600", { times: "3", span: "1", unit: "hours" }],
    ["120/7200", { times: "120", span: "2", unit: "hours" }],
    ["10/86400", { times: "10", span: "1", unit: "days" }],
    ["7/61", { times: "7", span: "61", unit: "seconds" }],
    ["x/y", { times: "x", span: "y", unit: "seconds" }],
    ["5", { times: "5", span: "", unit: "seconds" }],
  ])("of %s have the largest unit that leaves nothing over", (text, form) => {
    expect(readRate(text)).toEqual(form);
  });

  test("name the units as the number next to them requires", () => {
    expect(unitOptions("1").map(([, name]) => name)).toEqual(["segundo", "minuto", "hora", "dia"]);
    for (const span of ["0", "2", "11", ""])
      expect(unitOptions(span).map(([, name]) => name)).toEqual(["segundos", "minutos", "horas", "dias"]);
  });

  test("write the stored value, and no value while one of them is no whole number", () => {
    expect(writeRate({ times: " 20 ", span: " 15 ", unit: "minutes" })).toBe("20/900");
    for (const form of [
      { times: "20", span: "", unit: "minutes" },
      { times: "20", span: "1,5", unit: "minutes" },
      { times: "20", span: "1e3", unit: "minutes" },
      { times: "", span: "1", unit: "days" },
      { times: "20", span: "9999999", unit: "days" },
    ] as const)
      expect(RATE_TEXT.test(writeRate(form))).toBe(false);
  });

  test("give back every limit as it is stored", () => {
    const count = fc.integer({ min: 1, max: 9_999_999 });
    fc.assert(
      fc.property(count, count, (times, seconds) => {
        const text = `${times}/${seconds}`;
        expect(writeRate(readRate(text))).toBe(text);
      }),
    );
  });
});
