import type { SessionUser } from "~/platform/session.ts";
import type { FormErrors } from "~/ui/forms/form-rules.ts";

export const PROOF_TITLE = "Confirme que é você";

type Proofs = SessionUser["proofs"];

const WAYS: Record<Proofs[number], string> = {
  passkey: "a sua chave de acesso",
  code: "um código novo do seu aplicativo autenticador",
  password: "a sua senha outra vez",
};

/** What a grave action asks for. Staff have no way to give it when their only factor is a blocked passkey. */
export function proofText(proofs: Proofs): string {
  if (proofs.length === 0)
    return "Sua única chave de acesso está bloqueada. Peça a quem administra a equipe que remova a sua verificação em duas etapas.";
  return `Esta ação pede ${proofs.map((proof) => WAYS[proof]).join(" ou ")}.`;
}

/** What is wrong with a password or code before it is sent. */
export function findProofErrors(proof: string, kind: "code" | "password"): FormErrors<{ proof: string }> {
  if (proof.trim() !== "") return {};
  return { proof: kind === "code" ? "Digite o código" : "Digite a senha" };
}
