import { formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import { tokensWord } from "@caramelo/contract/texts/billing";
import { ButtonLink } from "~/ui/basics/link.tsx";

type Props = {
  tokens: number;
  conversations: number;
  /** Whether tokens are sold to the member now. */
  isSold: boolean;
};

/** Shows a payer's remaining tokens and conversations, and a link to buy more. */
export function BalanceHead({ tokens, conversations, isSold }: Props) {
  return (
    <section
      aria-label="Seu saldo"
      className="bg-dusk flex flex-wrap items-center justify-between gap-4 rounded-card p-4 md:p-5"
    >
      <dl className="flex gap-8">
        <Count value={tokens} word={tokensWord(tokens)} />
        <Count value={conversations} word={pluralWord(conversations, "conversa nova", "conversas novas")} />
      </dl>
      {isSold && (
        <ButtonLink to="/checkout?type=tokens" variant="dusk">
          Comprar Fichas
        </ButtonLink>
      )}
    </section>
  );
}

function Count({ value, word }: { value: number; word: string }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1">
      <dt className="text-14 text-on-dusk-soft">{word}</dt>
      <dd className="font-display text-36 leading-none text-on-dusk tabular-nums">{formatCount(value)}</dd>
    </div>
  );
}
