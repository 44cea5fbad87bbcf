import { expect, test } from "vitest";
import { writeAnpdNotice, writeMemberNotice, writeSummary } from "./notice-rules.ts";

const summary = {
  period: { from: new Date("2026-11-20T13:00:00Z"), to: new Date("2026-11-20T17:30:00Z") },
  knownAt: new Date("2026-11-21T12:00:00Z"),
  dueDay: "2026-11-25",
  totals: [{ what: "Entrou na conta", people: 1_234, times: 2_000 }],
  affected: 1_234,
  elderly: 12,
  unreachable: 3,
  people: 45_678,
};
const sender = {
  name: "Caramelo",
  sellerLine: "Empresa Ltda., CNPJ 11.222.333/0001-81, Rua Um, 1",
  dataContact: "privacidade@caramelo.example",
  supportEmail: "suporte@caramelo.example",
};

test("the draft for the authority has each of the twelve contents of article 6, and the numbers that are known", () => {
  const text = writeAnpdNotice(summary, sender);
  for (const number of ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"])
    expect(text).toMatch(new RegExp(`^## ${number}\\. `, "m"));
  expect(text).toContain("até 25/11/2026");
  expect(text).toContain("1.234. Crianças e adolescentes: 0");
  expect(text).toContain("Idosos: 12.");
  expect(text).toContain("de 20/11/2026, 10:00 a 20/11/2026, 14:30");
  expect(text).toContain("- Entrou na conta: 1.234 pessoas, 2.000×");
  expect(text).toContain("45.678");
  expect(text).toContain(sender.sellerLine);
});

test("the draft for members is discreet, names both contacts, and leaves unknown facts to be filled in", () => {
  const text = writeMemberNotice(summary, sender);
  const [subject = ""] = /^Assunto: .*$/m.exec(text) ?? [];
  expect(subject).toBe("Assunto: Aviso importante sobre a sua conta");
  expect(text).toContain("no dia 21/11/2026 soubemos");
  expect(text).toContain("suporte@caramelo.example");
  expect(text).toContain("privacidade@caramelo.example");
  expect(text.match(/\[PREENCHER: /g)?.length).toBeGreaterThanOrEqual(5);
});

test("the summary says what the tables cannot know", () => {
  const text = writeSummary(summary, [{ what: "Equipe: Pedidos exportados", times: 2 }]);
  expect(text).toContain("## O que as tabelas não sabem");
  expect(text).toContain("- Equipe: Pedidos exportados: 2×");
  expect(text).toContain("perfis gerenciados, sem e-mail próprio: 3");
});
