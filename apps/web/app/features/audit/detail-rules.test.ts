import { expect, test } from "vitest";
import { detailLines } from "./detail-rules.ts";

const textsOf = (details: Record<string, unknown>) => detailLines(details).map(({ text }) => text);

test("[D5.21] the details of an entry are lines in Portuguese, and none of an unknown kind is lost", () => {
  const details = {
    other: { a: [1] },
    tokens: 5_000,
    hasPremium: false,
    until: null,
    from: "owner",
    reason: "Desculpas",
  };
  expect(textsOf(details)).toEqual([
    "Motivo: Desculpas",
    "De: Administração",
    "Premium: não",
    "Fichas: 5.000",
    "Até: sem prazo",
    'other: {"a":[1]}',
  ]);
});

test.each([
  [{ by: "team", reason: "vi ao vivo" }, ["Motivo: vi ao vivo", "Concedido por: equipe"]],
  [{ by: "team", isDemo: true }, ["Concedido por: equipe", "Demonstração: sim"]],
  [
    { fields: ["bio", "lookingFor", "age"], email: "waiting" },
    ["Campos: biografia, buscando, idade", "E-mail: aguardando a confirmação do membro"],
  ],
  [{ request: "0190", reason: "selfie_differs" }, ["Motivo: Selfie não confere", "Verificação: 0190"]],
  [{ request: "0190", document: "front" }, ["Documento: frente", "Verificação: 0190"]],
  [
    { day: "2026-11-20", authority: "court", outcome: "partly" },
    ["Autoridade: Poder Judiciário", "Resultado: Atendido em parte", "Dia: 20/11/2026"],
  ],
  [{ mail: "0190", kind: "recovery" }, ["Tipo: Nova senha: link", "E-mail guardado: 0190"]],
  [{ job: "7", task: "Limpar e-mails" }, ["Tarefa: Limpar e-mails", "Tarefa nº: 7"]],
  [
    { setting: "switch:sells", before: null, after: "Desligado", undoes: 3 },
    ["Configuração: Aceitar compras", "Antes: o padrão", "Depois: Desligado", "Desfaz a mudança: 3"],
  ],
  [{ reason: "Golpe.", until: "2026-11-30T12:00:00.000Z", case: null }, ["Motivo: Golpe.", "Até: 30/11/2026, 09:00"]],
  [{ centavos: 13_900, order: "0190", payment: "0191" }, [/^Valor: R\$\s139,00$/, "Pedido: 0190", "Pagamento: 0191"]],
  [{ slot: "2026-11-23 21:00Z", eligible: 10 }, ["Horário: 23/11/2026, 18:00", "Elegíveis: 10"]],
  [{ number: 80, day: "2026-11-23" }, ["Perfis no dia: 80", "Dia: 23/11/2026"]],
  [
    { since: 0, upTo: 5_000, broken: null },
    ["Depois do registro: 0", "Até o registro: 5.000", "Registro quebrado: nenhum"],
  ],
])("[D5.21] what %j says is Portuguese", (details, lines) => {
  expect(textsOf(details)).toEqual(
    lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))),
  );
});
