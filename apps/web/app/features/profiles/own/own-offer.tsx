import { formatCount } from "@caramelo/contract/formats/counts";
import { tokensWord } from "@caramelo/contract/texts/billing";
import { Crown, Sparkles } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { conversationsWord, findOffer, type OwnProfile } from "./own-rules.ts";

/**
 * Offers a highlight or, with the payer's balance, premium, in the only dark block of the screen. Renders nothing
 * without an offer.
 */
export function OwnOffer({ profile, className }: { profile: OwnProfile; className?: string }) {
  const offer = findOffer(profile);
  if (offer === "highlight") return <HighlightOffer className={className} />;
  if (offer === "premium") return <PremiumOffer balance={profile.balance} className={className} />;
  return null;
}

function PremiumOffer({ balance, className }: { balance: OwnProfile["balance"]; className?: string }) {
  const { tokens, conversations } = balance ?? { tokens: 0, conversations: 0 };
  return (
    <aside aria-label="Suas fichas" className={cx("bg-dusk rounded-card p-4 md:p-5", className)}>
      <h2 className="font-sans text-14 font-normal tracking-normal text-on-dusk-soft">Suas fichas</h2>
      <dl className="mt-2.5 grid grid-cols-2 gap-4">
        <Count value={tokens} word={tokensWord(tokens)} />
        <Count value={conversations} word={conversationsWord(conversations)} />
      </dl>
      <div className="mt-4.5 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2 lg:grid-cols-1">
        <ButtonLink to="/premium" variant="dusk" size="tight" className="max-md:text-14">
          <Crown aria-hidden strokeWidth={1.75} className="max-lg:hidden" />
          Tornar-se Premium
        </ButtonLink>
        <ButtonLink to="/premium" variant="dusk-outline" size="tight" className="max-md:text-14">
          Comprar Fichas
        </ButtonLink>
      </div>
    </aside>
  );
}

/** A large number with its noun below. */
function Count({ value, word }: { value: number; word: string }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1.5">
      <dt className="text-14 text-on-dusk-soft">{word}</dt>
      <dd className="font-display text-36 leading-none text-on-dusk tabular-nums md:text-[2.75rem]">
        {formatCount(value)}
      </dd>
    </div>
  );
}

function HighlightOffer({ className }: { className?: string }) {
  return (
    <aside
      aria-label="Destaque"
      className={cx(
        "bg-dusk grid content-start gap-4 rounded-card p-4 md:p-5 md:max-lg:grid-cols-[minmax(0,1fr)_auto] md:max-lg:items-center",
        className,
      )}
    >
      <div>
        <span
          aria-hidden
          className="mb-3 grid size-11 place-items-center rounded-full bg-dusk-button/14 text-photo-gold max-lg:hidden"
        >
          <Sparkles className="size-5" strokeWidth={1.75} />
        </span>
        <h2 className="text-on-dusk">Destaque seu perfil</h2>
        <p className="mt-1 text-14 text-on-dusk-soft">Apareça primeiro nas buscas durante 30 dias.</p>
      </div>
      <ButtonLink to="/destaque" variant="dusk">
        Destacar Perfil
      </ButtonLink>
    </aside>
  );
}
