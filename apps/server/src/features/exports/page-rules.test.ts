import { createHash } from "node:crypto";
import { CATEGORY_NAMES, dataCategories } from "@caramelo/contract/personal-data/categories";
import { exportPage } from "@caramelo/contract/personal-data/export-texts";
import { expect, test } from "vitest";
import {
  bubble,
  categoryEnd,
  categoryHead,
  conversationHead,
  escapeHtml,
  fieldLabel,
  listTitle,
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

test("[D5.16] a hostile text is only a text, wherever it is in the page", () => {
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
  expect(escapeHtml("a\u0000b\tc\r\n")).toBe("a\ufffdb\tc\r\n");
});

test("[D5.16] the page has no script, loads only the photos next to it, and its policy names its style", () => {
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
  ["orderEvent", "kind", "withdrawal requested", "Desistência pedida, na fila da equipe"],
  ["ledgerEntry", "premiumSeconds", 2_592_000, "30 dias"],
  ["ledgerEntry", "highlightedSeconds", -1_800, "−30 minutos"],
  ["ledgerEntry", "highlightedSeconds", 0, "–"],
  ["message", "warnings", ["pix_key", "cpf"], "chave Pix ou dados de conta, CPF ou pedido de CPF"],
  ["discoveryFilter", "filter", { ageMin: 23, verified: "1" }, "Idade a partir de: 23\nSó verificados: 1"],
  ["notification", "type", "favorite", "favoritou seu perfil"],
  ["report", "reason", "toString", "toString"],
  ["notification", "type", "toString", "toString"],
  ["session", "type", "favorite", "favorite"],
  ["notification", "actor", "favorite", "favorite"],
  ["reaction", "reactedAt", "2026-11-22T17:05:00Z", "22/11/2026, 14:05"],
  ["entitlement", "tokens", 1_200, "1200"],
  ["entitlement", "premiumUntil", Number.NEGATIVE_INFINITY, "–"],
  ["session", "createdAt", new Date(Number.NaN), "–"],
  ["discoveryFilter", "filter", {}, "–"],
  ["session", "endedAt", null, "–"],
  // Texts of members are never read as dates.
  ["message", "text", "2026-11-22", "2026-11-22"],
  ["message", "text", "2026-11-22T17:00:00Z", "2026-11-22T17:00:00Z"],
  ["profile", "birthOn", "desconhecida", "desconhecida"],
  ["session", "createdAt", "ontem", "ontem"],
])("[D5.16] the page says %s.%s %j as %s", (list, field, value, text) => {
  expect(valueText(list, field, value)).toBe(text);
});

test("[D5.16] a field has the label of its list before that of its name, and empty fields are left out", () => {
  expect([fieldLabel("block", "createdAt"), fieldLabel("session", "createdAt")]).toEqual(["Bloqueada em", "Criado em"]);
  expect(rowCard("session", { endedAt: null, expiresAt: undefined, isRemembered: false })).toBe(
    `<dl class="card"><div><dt>Manter conectado</dt><dd>Não</dd></div></dl>\n`,
  );
  expect(rowCard("session", { isRemembered: true, createdAt: at })).toContain(
    "<dd>Sim</dd></div><div><dt>Criado em</dt><dd>22/11/2026, 14:05</dd>",
  );
});

test("[D5.16] a long text has the whole width of its card", () => {
  const cardOf = (length: number) => rowCard("profile", { bio: "a".repeat(length) });
  expect([cardOf(60).includes(`<div class="long">`), cardOf(61).includes(`<div class="long">`)]).toEqual([false, true]);
});

test("[D5.16] a category has a heading that the list of contents leads to, and says when nothing is in it", () => {
  const { name, holds } = dataCategories.presence;
  expect(pageHead(["presence", "messages"], at)).toContain(`<li><a href="#presence">${name}</a></li>\n<li>`);
  expect(categoryHead("presence")).toContain(
    `<section id="presence" aria-labelledby="presence-titulo">\n<h2 id="presence-titulo">${name}</h2>`,
  );
  expect(categoryHead("presence")).toContain(escapeHtml(holds));
  expect(categoryEnd(false)).toBe("</section>\n");
  expect(categoryEnd(true)).toBe(`<p>${exportPage.nothing}</p>\n</section>\n`);
  expect(listTitle("favorite")).toBe("<h3>Favoritos</h3>\n");
  expect(listTitle("<unknown>")).toBe("<h3>&lt;unknown&gt;</h3>\n");
});

test("[D5.16] a conversation has the escaped name of its other member as its label", () => {
  expect(conversationHead("<b>Bia</b>")).toContain("<summary><bdi>&lt;b&gt;Bia&lt;/b&gt;</bdi></summary>");
});

test("[D5.16] a photo has its number, its size and when it was added", () => {
  const photo = { fileName: "fotos/0a.webp", width: 600, height: 800 };
  expect(photoFigure({ ...photo, createdAt: at }, 2)).toBe(
    `<figure><img src="fotos/0a.webp" alt="Foto 2" width="600" height="800" loading="lazy"><figcaption>Foto 2 · Enviada em 22/11/2026, 14:05</figcaption></figure>\n`,
  );
  expect(photoFigure({ ...photo, width: "600" }, 1)).toContain(
    `alt="Foto 1" width="0" height="800" loading="lazy"><figcaption>Foto 1</figcaption>`,
  );
});

test("[D5.16] a table has a column for each field, and a sign where a row has nothing", () => {
  const fields = ["state", "paidAt"];
  expect(tableHead("productOrder", fields)).toContain(`aria-label="Pedidos"`);
  expect(tableHead("<unknown>", fields)).toContain(`aria-label="&lt;unknown&gt;"`);
  expect(tableHead("productOrder", fields)).toMatch(/>Situação<\/th><th [^>]*>Pago em<\/th>/);
  expect(tableRow("productOrder", fields, { state: "expired", paidAt: null })).toBe(
    `<tr role="row"><td role="cell" data-label="Situação">Vencido</td><td role="cell" data-label="Pago em">–</td></tr>\n`,
  );
});

test("[D5.16] a bubble says whose it is, when it was read, and who reacted", () => {
  const mine = bubble({ ...message, isMine: true, readAt: at, reactions: [{ member: "Bia", emoji: "fire" }] });
  expect(mine).toContain(`class="bubble mine"`);
  expect(mine).toContain("lida 22/11/2026, 14:05 · Bia 🔥");
  const warned = { ...message, readAt: at, warnings: ["pix_key"], reactions: [{ member: "Bia", emoji: "party" }] };
  expect(bubble(warned)).toBe(
    `<li class="bubble"><p>Oi</p><small>22/11/2026, 14:05 · Sinais de golpe: chave Pix ou dados de conta · Bia party</small></li>\n`,
  );
});

test("[D5.16] files in the ZIP have names of letters and digits, whatever they are made from", () => {
  expect([fileOf("productOrder"), fileOf("mail")]).toEqual(["dados/product-order.json", "dados/mail.json"]);
  expect(pictureOf("../../etc/0aff")).toBe("fotos/ec0aff.webp");
});
