import { expect, test } from "vitest";
import { findProofErrors, proofText } from "./proof-box.tsx";

test("[D2.53] a proof must not be empty, and its error names the requested proof", () => {
  expect(findProofErrors(" ", "code")).toEqual({ proof: "Digite o código" });
  expect(findProofErrors("", "password")).toEqual({ proof: "Digite a senha" });
  expect(findProofErrors("123456", "code")).toEqual({});
});

test("[D2.53] a grave action names each way in which the person can show who they are", () => {
  expect(proofText(["password"])).toBe("Esta ação pede a sua senha outra vez.");
  expect(proofText(["passkey"])).toBe("Esta ação pede a sua chave de acesso.");
  expect(proofText(["passkey", "code"])).toBe(
    "Esta ação pede a sua chave de acesso ou um código novo do seu aplicativo autenticador.",
  );
  expect(proofText([])).toContain("Peça a quem administra a equipe");
});
