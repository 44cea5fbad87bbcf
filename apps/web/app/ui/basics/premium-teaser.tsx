import { Crown } from "lucide-react";
import { ButtonLink } from "~/ui/basics/link.tsx";

type Props = {
  /** What a member reads without premium, such as "14 pessoas visitaram seu perfil". */
  title: string;
  /** What premium would show. */
  text: string;
};

/**
 * Shows how many people there are, with a link to premium, which shows who they are. No person is shown here, not even
 * blurred.
 */
export function PremiumTeaser({ title, text }: Props) {
  return (
    <section className="bg-dusk mx-auto grid w-full max-w-160 grid-cols-[minmax(0,1fr)] justify-items-center gap-2 rounded-sheet px-5 py-10 text-center md:my-4 md:px-10 md:py-14">
      <span aria-hidden className="mb-2 grid size-14 place-items-center rounded-full bg-dusk-button/14 text-photo-gold">
        <Crown className="size-7" strokeWidth={1.5} />
      </span>
      <h2 className="text-22 text-on-dusk md:text-28">{title}</h2>
      <p className="max-w-[40ch] text-balance text-on-dusk-soft">{text}</p>
      <ButtonLink to="/premium" variant="dusk" size="large" mayWrap className="mt-4 max-w-full leading-tight!">
        Conhecer o Premium
      </ButtonLink>
    </section>
  );
}
