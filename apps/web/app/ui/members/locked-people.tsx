import { formatCount } from "@caramelo/contract/formats/counts";
import { PEOPLE_COUNT_MAX, PEOPLE_PAGE } from "@caramelo/contract/limits";
import { Crown } from "lucide-react";
import { GRID_CLASS } from "~/ui/basics/grid-class.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { FrostedCard } from "~/ui/members/frosted-card.tsx";

type Props = {
  /** The number of people, which is all that a member learns without premium; the server stops counting at 1,000. */
  total: number;
  /** The number in words, such as "14 pessoas visitaram seu perfil". */
  title: string;
  /** What premium would show. */
  text: string;
};

/** People of a list that premium unlocks: an offer of premium, and below it a frosted card for each. */
export function LockedPeople({ total, title, text }: Props) {
  const cardCount = Math.min(total, PEOPLE_PAGE);
  return (
    <div className="grid gap-4">
      <Offer title={title} text={text} />
      {/* The title has the number, so screen readers skip the cards. */}
      <div aria-hidden className={GRID_CLASS}>
        {Array.from({ length: cardCount }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards differ by nothing but their index
          <FrostedCard key={index} index={index} />
        ))}
      </div>
      {total > cardCount && <p className="text-center text-muted">{moreText(total, cardCount)}</p>}
    </div>
  );
}

/** The number of people beyond those with a card. */
function moreText(total: number, cardCount: number): string {
  const count = formatCount(total - cardCount);
  return total < PEOPLE_COUNT_MAX ? `e mais ${count}` : `e pelo menos mais ${count}`;
}

function Offer({ title, text }: Omit<Props, "total">) {
  return (
    <section className="bg-dusk grid gap-x-6 gap-y-3 rounded-sheet p-4.5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center md:px-6">
      <span
        aria-hidden
        className="grid size-12 place-items-center rounded-full bg-dusk-button/14 text-photo-gold max-md:hidden"
      >
        <Crown className="size-6" strokeWidth={1.5} />
      </span>
      <div>
        <h2 className="text-balance text-on-dusk">{title}</h2>
        <p className="mt-1 max-w-[68ch] text-14 text-on-dusk-soft">{text}</p>
      </div>
      <ButtonLink to="/premium" variant="dusk" mayWrap className="max-w-full leading-tight! max-md:w-full">
        Conhecer o Premium
      </ButtonLink>
    </section>
  );
}
