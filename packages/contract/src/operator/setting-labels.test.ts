import { expect, test } from "vitest";
import { SETTING_NAMES } from "./calls.ts";
import { labelOfSetting } from "./setting-labels.ts";

test("every setting has a name on the screens", () => {
  expect(labelOfSetting("brand:cnpj")).toBe("CNPJ");
  expect(labelOfSetting("limit:recovery")).toMatch(/link/);
  expect(labelOfSetting("mail:receipt")).toBe("E-mail: Recibo");
  expect(labelOfSetting("brand:unknown")).toBe("brand:unknown");
  expect(SETTING_NAMES.filter((name) => labelOfSetting(name) === name)).toEqual([]);
});
