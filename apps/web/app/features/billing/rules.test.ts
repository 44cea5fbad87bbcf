import { prices } from "@caramelo/contract/billing/prices";
import { longDayText, momentText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { describe, expect, test } from "vitest";
import { isThanksType } from "./checkout/thanks-rules.ts";
import {
  describeEntry,
  describeOrder,
  isOfferedTo,
  isPayable,
  nameOrder,
  priceOf,
  productOf,
  productWords,
  stateWords,
  thanksTypeOf,
} from "./rules.ts";

const plain = (text: string) => text.replace(/\s/g, " ");

describe("a product", () => {
  test("[T46][D4.01] costs what the price catalogue says, and every number in its words is the catalogue's", () => {
    for (const product of ["tokens", "premium_monthly", "premium_quarterly", "highlight"] as const)
      expect(priceOf(product)).toBe(formatReais(prices[product].centavos));
    expect(plain(priceOf("premium_quarterly"))).toBe("R$ 319,00");
    expect(plain(productWords.premium_quarterly.term)).toBe("3 meses, cerca de R$ 106 por mês");
    expect(productWords.premium_monthly.term).toBe("1 mês");
    expect(productWords.tokens.gives).toContain("100 fichas para mensagens");
    expect(productWords.highlight.gives).toContain("Perfil em destaque por 30 dias");
  });

  test("[D4.50] has a name of a few words", () => {
    expect(nameOrder("tokens")).toBe("100 fichas e 10 conversas");
    expect(nameOrder("premium_monthly")).toBe("1 mês de Premium");
    expect(nameOrder("premium_quarterly")).toBe("3 meses de Premium");
    expect(nameOrder("highlight")).toBe("30 dias de destaque");
  });

  test("says in the summary what comes and for how long", () => {
    expect(describeOrder("tokens")).toBe("100 fichas e 10 conversas novas, sem prazo");
    expect(describeOrder("premium_monthly")).toBe("1 mês de Premium a partir do pagamento");
    expect(describeOrder("premium_quarterly")).toBe("3 meses de Premium a partir do pagamento");
    expect(describeOrder("highlight")).toBe("30 dias de destaque a partir do pagamento");
  });
});

describe("/checkout", () => {
  test.each([
    ["premium_quarterly", "daddy", "premium_quarterly"],
    ["highlight", "baby", "highlight"],
    [null, "daddy", "tokens"],
    ["ouro", "mommy", "tokens"],
    ["toString", "mommy", "tokens"],
    [null, "baby", undefined],
    ["ouro", "baby", undefined],
  ] as const)("[K2.37][D4.16] with the type %s means for a %s: %s", (type, role, product) => {
    expect(productOf(type, role)).toBe(product);
  });

  test("offers premium and tokens to payers, a highlight to babies, and nothing to the staff", () => {
    const offered = (role: string) =>
      (["tokens", "premium_monthly", "premium_quarterly", "highlight"] as const).filter((product) =>
        isOfferedTo(product, role),
      );
    expect(offered("daddy")).toEqual(["tokens", "premium_monthly", "premium_quarterly"]);
    expect(offered("mommy")).toEqual(offered("daddy"));
    expect(offered("baby")).toEqual(["highlight"]);
    expect(offered("admin")).toEqual([]);
  });

  test("[D4.17] leads to the thanks of its product, and only three types are known there", () => {
    expect(thanksTypeOf("premium_monthly")).toBe("premium");
    expect(thanksTypeOf("premium_quarterly")).toBe("premium");
    expect(thanksTypeOf("tokens")).toBe("tokens");
    expect(thanksTypeOf("highlight")).toBe("highlight");
    expect(["premium", "tokens", "highlight"].every(isThanksType)).toBe(true);
    expect(["", "premium_monthly", "toString", "ouro"].some(isThanksType)).toBe(false);
  });
});

test("an order can be paid until it is paid, expired or over", () => {
  // The cast is safe, because `stateWords` has no other keys.
  const payable = (Object.keys(stateWords) as (keyof typeof stateWords)[]).filter(isPayable);
  expect(payable).toEqual(["created", "pending", "refused"]);
});

describe("a line of the statement", () => {
  const nothing = {
    product: null,
    tokens: 0,
    conversations: 0,
    premiumSeconds: 0,
    highlightedSeconds: 0,
    hasCourtesyPremium: null,
  };
  const DAY = 86_400;

  test.each([
    [
      { kind: "purchase", product: "tokens", tokens: 100, conversations: 10 },
      "Compra de fichas",
      ["+100 fichas", "+10 conversas"],
    ],
    [{ kind: "spend", tokens: -1 }, "Mensagem enviada", ["−1 ficha"]],
    [
      { kind: "spend", tokens: -1, conversations: -1 },
      "Primeira mensagem de uma conversa",
      ["−1 ficha", "−1 conversa"],
    ],
    [
      { kind: "purchase", product: "premium_monthly", premiumSeconds: 30 * DAY },
      "Compra de Premium mensal",
      ["+30 dias de Premium"],
    ],
    [
      { kind: "refund", product: "highlight", highlightedSeconds: -30 * DAY },
      "Reembolso de destaque",
      ["−30 dias de destaque"],
    ],
    [{ kind: "refund_failed", product: "tokens", tokens: 9 }, "Reembolso de fichas não concluído", ["+9 fichas"]],
    [{ kind: "dispute", product: "tokens", tokens: -1_000 }, "Contestação de fichas", ["−1.000 fichas"]],
    [{ kind: "dispute_won", product: "tokens", tokens: 40 }, "Contestação de fichas encerrada", ["+40 fichas"]],
    [{ kind: "courtesy", tokens: 5 }, "Cortesia da equipe", ["+5 fichas"]],
    [{ kind: "courtesy" }, "Cortesia da equipe", ["Nada mudou no seu saldo"]],
    [{ kind: "courtesy", hasCourtesyPremium: true }, "Premium dado pela equipe", ["Sem data para terminar"]],
    [{ kind: "courtesy", hasCourtesyPremium: false }, "Premium retirado pela equipe", ["Nada mudou no seu saldo"]],
  ] as const)("%o reads as %s: %j", (entry, title, changes) => {
    expect(describeEntry({ ...nothing, ...entry })).toEqual({ title, changes });
  });
});

test("days and times are those of São Paulo", () => {
  expect(longDayText("2026-11-23T01:30:00Z")).toBe("22 de novembro de 2026");
  expect(momentText("2026-11-23T01:30:00Z")).toBe("22/11/2026, 22:30");
});
