import type { Mail } from "./queries.ts";

type State = Mail["state"];

export const stateWords = {
  kept: { text: "Guardado", tone: "info" },
  waiting: { text: "Na fila", tone: "warn" },
  sent: { text: "Enviado", tone: "ok" },
  failed: { text: "Falhou", tone: "danger" },
} as const;

export function missingTextReason(state: State): string {
  if (state === "waiting" || state === "kept")
    return "O texto não aparece aqui: este site envia e-mails por um servidor, e só quem recebe pode ler.";
  return state === "failed"
    ? "Este e-mail não pôde ser entregue. O texto foi apagado, porque podia conter links que abrem uma conta."
    : "Este e-mail já foi enviado. O texto foi apagado, porque podia conter links que abrem uma conta.";
}
