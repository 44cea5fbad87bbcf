import { expect, test } from "vitest";
import { groupSecret, recoveryCodesText } from "./rules.ts";

test("[D2.12] a secret is shown in groups of four", () => {
  expect(groupSecret("GEZDGNBVGY3T")).toBe("GEZD GNBV GY3T");
  expect(groupSecret("")).toBe("");
});

test("[D2.12] few recovery codes ask for new ones", () => {
  expect(recoveryCodesText(10)).toBe("Restam 10 códigos de recuperação.");
  expect(recoveryCodesText(1)).toBe("Resta 1 código de recuperação: gere outros antes que acabem.");
  expect(recoveryCodesText(0)).toBe("Restam 0 códigos de recuperação: gere outros antes que acabem.");
});
