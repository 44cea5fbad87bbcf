import { expect, test } from "vitest";
import { visitorsCountText, visitsText, visitTimeText } from "./rules.ts";

test("[D3.13] the number of visitors agrees with its noun", () => {
  expect(visitsText(1)).toBe("1 pessoa visitou seu perfil");
  expect(visitsText(14)).toBe("14 pessoas visitaram seu perfil");
  expect(visitsText(1_000)).toBe("1.000 ou mais pessoas visitaram seu perfil");
  expect(visitorsCountText(1, false)).toBe("1 visita na lista.");
  expect(visitorsCountText(5, true)).toBe("5 visitas na lista. Fim da lista.");
});

test("[D3.13] the time of a visit is given in calendar days", () => {
  const now = new Date("2026-11-22T02:30:00Z");
  const textOf = (day: string) => visitTimeText(day, now);
  expect(textOf("2026-11-21")).toBe("Visitou hoje");
  expect(textOf("2026-11-20")).toBe("Visitou ontem");
  expect(textOf("2026-11-19")).toBe("Visitou há 2 dias");
  expect(textOf("2026-10-22")).toBe("Visitou há 30 dias");
  expect(textOf("2026-11-22")).toBe("Visitou hoje");
});
