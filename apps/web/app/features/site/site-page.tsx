import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSession } from "~/platform/session.ts";
import { cx } from "~/ui/basics/cx.ts";

/** The frame of a page about the product. `isNarrow` is for a single column of text. */
export function SitePage({ isNarrow = false, children }: { isNarrow?: boolean; children: ReactNode }) {
  const { user } = useSession();
  return (
    <div className={cx("mx-auto w-full px-4 pt-4 pb-14 md:px-8 md:pt-6", isNarrow ? "max-w-[52rem]" : "max-w-[68rem]")}>
      {children}
      {/* Members have another footer with these links. */}
      {!user && <MorePages />}
    </div>
  );
}

const MORE = [
  { to: "/como-funciona", label: "Como funciona" },
  { to: "/sobre", label: "Sobre" },
  { to: "/faq", label: "Perguntas frequentes" },
  { to: "/seguranca", label: "Segurança" },
  { to: "/transparencia", label: "Transparência" },
  { to: "/denunciar-conteudo", label: "Denunciar conteúdo" },
  { to: "/privacidade", label: "Privacidade" },
  { to: "/cookies", label: "Cookies" },
  { to: "/termos", label: "Termos de uso" },
];

function MorePages() {
  return (
    <nav aria-label="Mais páginas" className="mt-14 border-t border-line pt-5">
      <ul className="flex flex-wrap gap-x-5 text-14 text-muted">
        {MORE.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-11 min-w-11 items-center rounded-small hover-mouse:text-ink">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Picture = { src: string; alt: string; width: number; height: number };
type HeroProps = { title: ReactNode; text: ReactNode; picture?: Picture; children?: ReactNode };

/** The dark block at the top of a page: topic and links, with a picture at the side or below. */
export function SiteHero({ title, text, picture, children }: HeroProps) {
  return (
    <header
      className={cx(
        "bg-dusk overflow-hidden rounded-sheet [&_a]:focus-on-photo",
        picture && "lg:grid lg:grid-cols-[1.15fr_1fr]",
      )}
    >
      <div className="self-center px-5 py-8 md:px-10 md:py-12">
        <h1 className="max-w-[18ch] text-28 text-on-dusk md:text-36">{title}</h1>
        <p className="mt-3 max-w-[58ch] text-on-dusk-soft md:text-18 md:leading-normal">{text}</p>
        {children && <div className="mt-6 flex flex-wrap items-center gap-3">{children}</div>}
      </div>
      {picture && (
        <img
          {...picture}
          alt={picture.alt}
          decoding="async"
          className="aspect-[4/3] w-full object-cover object-[50%_75%] md:aspect-[16/9] lg:aspect-auto lg:h-full"
        />
      )}
    </header>
  );
}

/** A picture further down a page. It loads when it is near, and its space is reserved. */
export function SitePicture({ className, alt, ...picture }: Picture & { className?: string }) {
  return (
    <img
      {...picture}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={cx("h-auto w-full object-cover", className)}
    />
  );
}

const HERO_LINK =
  "inline-flex min-h-11 items-center justify-center rounded-control px-5 leading-none font-semibold transition-[background-color]";

/** The two links of the hero: the next step, and a less prominent one. Same look in both themes. */
export function HeroLinks({ first, second }: { first: HeroLink; second: HeroLink }) {
  return (
    <>
      <Link to={first.to} className={cx(HERO_LINK, "bg-dusk-button text-on-dusk-button hover-mouse:bg-on-dusk")}>
        {first.label}
      </Link>
      <Link to={second.to} className={cx(HERO_LINK, "border border-on-dusk/40 text-on-dusk hover-mouse:bg-white/10")}>
        {second.label}
      </Link>
    </>
  );
}

type HeroLink = { to: string; label: string };

/** The head of a page without a picture. */
export function SiteHead({ title, text }: { title: string; text: ReactNode }) {
  return (
    <header className="max-w-[64ch] pt-4 md:pt-6">
      <h1 className="md:text-36">{title}</h1>
      <p className="mt-3 text-18 leading-normal text-muted">{text}</p>
    </header>
  );
}

type SectionProps = { title: string; intro?: ReactNode; children: ReactNode; className?: string };

export function SiteSection({ title, intro, children, className }: SectionProps) {
  return (
    <section className={cx("mt-11 md:mt-14", className)}>
      <h2 className="md:text-28">{title}</h2>
      {intro && <p className="mt-2 max-w-[64ch] text-pretty text-muted">{intro}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}

type Card = { icon: ReactNode; title: string; text: ReactNode };

/** Short texts in a grid, each with an icon. */
export function CardGrid({ cards, className }: { cards: readonly Card[]; className?: string }) {
  return (
    <ul className={cx("grid gap-3 md:grid-cols-2 md:gap-4", className)}>
      {cards.map(({ icon, title, text }) => (
        <li key={title} className="rounded-card border border-line bg-surface p-4 md:p-5 [&_svg]:stroke-[1.75]">
          <span className="text-primary">{icon}</span>
          <h3 className="mt-2">{title}</h3>
          <p className="mt-1.5 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
