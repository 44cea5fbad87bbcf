import { prices } from "@caramelo/contract/billing/prices";
import { formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import { formatReais } from "@caramelo/contract/formats/money";
import type { Shortage } from "@caramelo/contract/messaging/calls";
import { messagingErrors } from "@caramelo/contract/texts/messaging";
import { useMember } from "~/platform/session.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import type { Chat } from "../types.ts";
import { keepStoppedChat } from "./stopped-chat.ts";

const { tokens, premium_monthly: premium } = prices;

/** The products offered to a payer who may not write. */
export const upgradeOffers = [
  {
    name: "Fichas",
    centavos: tokens.centavos,
    text: `${tokens.tokens} mensagens e ${tokens.conversations} conversas novas, pagamento único`,
  },
  { name: "Premium", centavos: premium.centavos, text: "Mensagens ilimitadas por 1 mês, sem renovação automática" },
] as const;

/** Explains to a payer why they may not write. `tokens`: the tokens left. */
export function describeShortage(shortage: Shortage | null, tokens: number): { title: string; text: string } {
  if (shortage === "conversations") {
    const leftText = pluralWord(
      tokens,
      "Sua ficha continua valendo",
      `Suas ${formatCount(tokens)} fichas continuam valendo`,
    );
    return { title: "Suas conversas novas acabaram", text: `${leftText} nas conversas já abertas.` };
  }
  if (shortage === "tokens") return { title: "Suas fichas acabaram", text: "Cada mensagem gasta uma ficha." };
  return { title: "Você ainda não tem fichas", text: "Para escrever, compre fichas ou seja Premium." };
}

/** The panel under the last message: tells a payer what is missing, and what tokens and premium give and cost. */
export function UpgradePanel({ chat, isFirst }: { chat: Chat; isFirst: boolean }) {
  const { id } = useMember();
  const { title, text } = describeShortage(chat.shortage, chat.balance?.tokens ?? 0);
  const keep = () => keepStoppedChat(id, { withId: chat.peer.id, isFirst });
  return (
    <section
      aria-label={messagingErrors.UPGRADE_REQUIRED}
      className="grid w-full max-w-130 gap-3 self-start rounded-card bg-gold-soft p-4 text-ink md:p-5"
    >
      <div>
        <h3>{title}</h3>
        <p className="mt-1 text-14">{text}</p>
      </div>
      <dl className="grid gap-2 border-t border-gold/25 pt-3 text-14">
        {upgradeOffers.map(({ name, centavos, text: gives }) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <dt className="font-semibold">{name}</dt>
            <dd className="font-semibold tabular-nums">{formatReais(centavos)}</dd>
            <dd className="col-span-2">{gives}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <ButtonLink to="/premium#fichas" onClick={keep} variant="outline" size="tight">
          Comprar Fichas
        </ButtonLink>
        <ButtonLink to="/premium#premium" onClick={keep} size="tight">
          Tornar-se Premium
        </ButtonLink>
      </div>
    </section>
  );
}
