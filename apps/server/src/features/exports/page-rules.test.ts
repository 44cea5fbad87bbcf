import { createHash } from "node:crypto";
import { CATEGORY_NAMES } from "@caramelo/contract/privacy/categories";
import { expect, test } from "vitest";
import {
  bubble,
  conversationHead,
  escapeHtml,
  fieldLabel,
  pageHead,
  photoFigure,
  rowCard,
  tableHead,
  tableRow,
  valueText,
} from "./page-rules.ts";
import { fileOf, pictureOf } from "./source-rules.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='a()'>&amp;\u0000\u001b`;
const at = new Date("2026-11-22T17:05:00Z");
const message = { isMine: false, text: "Oi", sentAt: at, readAt: null, warnings: [], reactions: [] };

test("[D5.16] a hostile text is only a text, wherever it stands in the page", () => {
  const pieces = [
    rowCard("favorite", { favorite: HOSTILE, [HOSTILE]: HOSTILE, filter: { [HOSTILE]: HOSTILE } }),
    tableHead("productOrder", [HOSTILE]),
    tableRow("productOrder", [HOSTILE], { [HOSTILE]: HOSTILE }),
    conversationHead(HOSTILE),
    bubble({ ...message, text: HOSTILE, warnings: [HOSTILE], reactions: [{ member: HOSTILE, emoji: HOSTILE }] }),
    photoFigure({ fileName: HOSTILE, width: HOSTILE, height: 10 }, 1),
  ];
  for (const piece of pieces) {
    expect(piece).not.toMatch(/<script|<img src=x|onerror='|alert\(1\)<\//);
    for (const control of ["\u0000", "\u001b"]) expect(piece).not.toContain(control);
  }
  expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
    "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;",
  );
});

test("[D5.16] the page has no script, loads only the photos beside it, and its policy names its style", () => {
  const head = pageHead(CATEGORY_NAMES, at);
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(head) ?? [];
  const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(head) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  expect(policy).not.toMatch(/script|unsafe|\*|https?:/);
  expect(head).not.toMatch(/<script|https?:\/\/|url\(/);
  expect(head).toContain(`<html lang="pt-BR">`);
  expect(head).toContain("22/11/2026, 14:05");
});

test.each([
  ["profile", "isVerified", true, "Sim"],
  ["profile", "birthOn", "1990-02-03", "03/02/1990"],
  ["session", "createdAt", at, "22/11/2026, 14:05"],
  ["accessRecord", "hour", "2026-11-22T17:00:00Z", "22/11/2026, 14:00"],
  ["productOrder", "centavos", 123_456, "R$\u00a01.234,56"],
  ["productOrder", "state", "paid", "Pago"],
  ["orderEvent", "kind", "withdrawal requested", "Desistência pedida, à espera da equipe"],
  ["ledgerEntry", "premiumSeconds", 2_592_000, "30 dias"],
  ["ledgerEntry", "highlightedSeconds", -1_800, "−30 minutos"],
  ["ledgerEntry", "highlightedSeconds", 0, "–"],
  ["message", "warnings", ["pix_key", "cpf"], "chave Pix ou dados de conta, CPF ou pedido de CPF"],
  ["discoveryFilter", "filter", { ageMin: 23, verified: "1" }, "Idade a partir de: 23\nSó verificados: 1"],
  ["notification", "type", "favorite", "favoritou seu perfil"],
  ["report", "reason", "toString", "toString"],
  ["entitlement", "premiumUntil", Number.NEGATIVE_INFINITY, "–"],
  // Nothing that a member wrote is read as a date.
  ["message", "text", "2026-11-22", "2026-11-22"],
])("[D5.16] the page says %s.%s %j as %s", (list, field, value, text) => {
  expect(valueText(list, field, value)).toBe(text);
});

test("[D5.16] a field has the label of its list before that of its name, and empty fields are left out", () => {
  expect([fieldLabel("block", "createdAt"), fieldLabel("session", "createdAt")]).toEqual(["Bloqueada em", "Criado em"]);
  expect(rowCard("session", { endedAt: null, isRemembered: false })).toBe(
    `<dl class="card"><div><dt>Manter conectado</dt><dd>Não</dd></div></dl>\n`,
  );
});

test("[D5.16] a table has a column for each field, and a sign where a row has nothing", () => {
  const fields = ["state", "paidAt"];
  expect(tableHead("productOrder", fields)).toMatch(/>Situação<\/th><th [^>]*>Pago em<\/th>/);
  expect(tableRow("productOrder", fields, { state: "expired", paidAt: null })).toBe(
    `<tr role="row"><td role="cell" data-label="Situação">Vencido</td><td role="cell" data-label="Pago em">–</td></tr>\n`,
  );
});

test("[D5.16] a bubble says whose it is, when it was read, and who reacted", () => {
  const mine = bubble({ ...message, isMine: true, readAt: at, reactions: [{ member: "Bia", emoji: "fire" }] });
  expect(mine).toContain(`class="bubble mine"`);
  expect(mine).toContain("lida 22/11/2026, 14:05 · Bia 🔥");
});

test("[D5.16] files in the ZIP have names of letters and digits, whatever they are made from", () => {
  expect([fileOf("productOrder"), fileOf("mail")]).toEqual(["dados/product-order.json", "dados/mail.json"]);
  expect(pictureOf("../../etc/0aff")).toBe("fotos/ec0aff.webp");
});
