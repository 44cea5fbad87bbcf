import { expect, test } from "vitest";
import { strengthName } from "./password-strength.tsx";

test("strength has a word for every score", () => {
  expect(([0, 1, 2, 3, 4] as const).map(strengthName)).toEqual(["Muito fraca", "Fraca", "Razoável", "Boa", "Forte"]);
});
