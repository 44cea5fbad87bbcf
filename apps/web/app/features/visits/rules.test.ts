import { expect, test } from "vitest";
import { visitorsCountText, visitsText, visitTimeText } from "./rules.ts";

test("[D3.13] the number of visitors agrees with its noun", () => {
  expect(visitsText(1)).toBe("1 pessoa visitou seu perfil");
  expect(visitsText(14)).toBe("14 pessoas visitaram seu perfil");
  expect(visitsText(1_000)).toBe("1.000 ou mais pessoas visitaram seu perfil");
  expect(visitorsCountText(1, false)).toBe("1 visita na lista.");
  expect(visitorsCountText(5, true)).toBe("5 visitas na lista. Fim da lista.");
});

test("[D3.13] a visit is told by days of the calendar", () => {
  const now = new Date(2026, 10, 21, 0, 30);
  const told = (at: Date) => visitTimeText(at, now);
  expect(told(new Date(2026, 10, 21, 0, 5))).toBe("Visitou hoje");
  expect(told(new Date(2026, 10, 20, 23, 59))).toBe("Visitou ontem");
  expect(told(new Date(2026, 10, 19, 23, 59))).toBe("Visitou há 2 dias");
  expect(told(new Date(2026, 9, 22, 12, 0))).toBe("Visitou há 30 dias");
  expect(told(new Date(2026, 10, 21, 9, 0))).toBe("Visitou hoje");
});
