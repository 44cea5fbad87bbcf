import { prices } from "@caramelo/contract/billing/prices";
import { formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import type { Shortage } from "@caramelo/contract/messaging/calls";

const { tokens, premium_monthly: premium } = prices;

/** What a payer who may not write can buy. */
export const upgradeOffers = [
  {
    name: "Fichas",
    centavos: tokens.centavos,
    text: `${tokens.tokens} mensagens e ${tokens.conversations} conversas novas, pagamento único`,
  },
  { name: "Premium", centavos: premium.centavos, text: "Mensagens ilimitadas por 1 mês, sem renovação automática" },
] as const;

/** Says to a payer why they may not write. `tokens` is what the payer has left. */
export function describeShortage(shortage: Shortage | null, tokens: number): { title: string; text: string } {
  if (shortage === "conversations") {
    const left = pluralWord(
      tokens,
      "Sua ficha continua valendo",
      `Suas ${formatCount(tokens)} fichas continuam valendo`,
    );
    return { title: "Suas conversas novas acabaram", text: `${left} nas conversas já abertas.` };
  }
  if (shortage === "tokens") return { title: "Suas fichas acabaram", text: "Cada mensagem gasta uma ficha." };
  return { title: "Você ainda não tem fichas", text: "Para escrever, compre fichas ou seja Premium." };
}
