import { expect, test } from "vitest";
import { factorOffer, groupSecret, recoveryCodesText, recoveryFile } from "./rules.ts";

test("[D2.12][D2.56] a secret is shown in groups of four", () => {
  expect(groupSecret("GEZDGNBVGY3T")).toBe("GEZD GNBV GY3T");
  expect(groupSecret("")).toBe("");
});

test("[D2.12] few recovery codes ask for new ones", () => {
  expect(recoveryCodesText(10)).toBe("Restam 10 códigos de recuperação.");
  expect(recoveryCodesText(3)).toBe("Restam 3 códigos de recuperação.");
  expect(recoveryCodesText(2)).toBe("Restam 2 códigos de recuperação: gere outros antes que acabem.");
  expect(recoveryCodesText(1)).toBe("Resta 1 código de recuperação: gere outros antes que acabem.");
  expect(recoveryCodesText(0)).toBe("Restam 0 códigos de recuperação: gere outros antes que acabem.");
});

test("[D2.12][D2.56] recovery codes are kept in a file, one a line", () => {
  expect(recoveryFile(["ABCDE-FGHJK", "23456-789AB"])).toBe(
    "data:text/plain;charset=utf-8,ABCDE-FGHJK%0D%0A23456-789AB%0D%0A",
  );
});

test("[D2.12][D2.56] an app is required only where the site asks for one", () => {
  expect(factorOffer(true)).toContain("Este site pede");
  expect(factorOffer(false)).toContain("quem descobrir a sua senha ainda não entra");
});
