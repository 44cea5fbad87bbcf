import { brand } from "@caramelo/contract/brand/brand";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { Link } from "react-router";
import { BrandMark } from "~/ui/basics/brand-mark.tsx";
import { cx } from "~/ui/basics/cx.ts";

const LEGAL = [
  { to: "/privacidade", label: "Privacidade" },
  { to: "/cookies", label: "Cookies" },
  { to: "/termos", label: "Termos de uso" },
];

const HELP = [
  { to: "/faq", label: "Perguntas frequentes" },
  { to: "/seguranca", label: "Segurança" },
  { to: "/transparencia", label: "Transparência" },
  { to: "/denunciar-conteudo", label: "Denunciar conteúdo" },
];

type Props = {
  /** Whether phones show the footer. On most screens the bottom bar replaces it; the settings have both. */
  isOnPhones: boolean;
};

export function Footer({ isOnPhones }: Props) {
  return (
    <footer className={cx("border-t border-line", !isOnPhones && "max-md:hidden")}>
      <div className="mx-auto grid max-w-shell gap-x-8 gap-y-5 px-4 py-7 text-14 text-muted md:px-8 lg:grid-cols-[1fr_auto]">
        <div className="flex items-center gap-3">
          <BrandMark className="size-7 shrink-0" />
          <p className="font-display text-16 text-ink">{brand.tagline}</p>
        </div>
        <div className="flex flex-wrap gap-x-8">
          <FooterLinks id="rodape-ajuda" title="Ajuda" links={HELP} />
          <FooterLinks id="rodape-legal" title="Legal" links={LEGAL} />
        </div>
        <p className="text-13 lg:col-span-2">
          © {dayInBrazil(new Date()).slice(0, 4)} {brand.seller}. Todos os direitos reservados.
        </p>
      </div>
    </footer>
  );
}

function FooterLinks({ id, title, links }: { id: string; title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-labelledby={id} className="flex flex-wrap items-center gap-x-5">
      <h2 id={id} className="font-sans text-14 font-semibold tracking-normal text-ink">
        {title}
      </h2>
      {links.map(({ to, label }) => (
        <Link key={to} to={to} className="inline-flex min-h-11 items-center rounded-small hover-mouse:text-ink">
          {label}
        </Link>
      ))}
    </nav>
  );
}
