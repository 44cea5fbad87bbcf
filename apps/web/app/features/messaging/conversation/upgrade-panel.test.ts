import { expect, test } from "vitest";
import { describeShortage } from "./upgrade-panel.tsx";

test("[D4.25] the upgrade panel tells apart who never had tokens, who used them up and who has no new conversation left", () => {
  const titles = (["never had tokens", "tokens", "conversations"] as const).map(
    (balance) => describeShortage(balance, 0).title,
  );
  expect(titles).toEqual(["Você ainda não tem fichas", "Suas fichas acabaram", "Suas conversas novas acabaram"]);
});

test("[D4.25] without new conversations the tokens that are left are counted", () => {
  expect(describeShortage("conversations", 1).text).toBe("Sua ficha continua valendo nas conversas já abertas.");
  expect(describeShortage("conversations", 12).text).toBe("Suas 12 fichas continuam valendo nas conversas já abertas.");
});
