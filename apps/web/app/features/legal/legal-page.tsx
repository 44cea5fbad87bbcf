import { brand } from "@caramelo/contract/brand/brand";
import { longDayText } from "@caramelo/contract/formats/moments";
import { Fragment, type ReactNode } from "react";

type Props = {
  title: string;
  /** One or two sentences about the purpose of the page. */
  intro: ReactNode;
  /** The day of the text, as "2026-11-21". A later text of the same day adds its number, as "2026-11-21.2". */
  version: string;
  sections: readonly { title: string; body: ReactNode }[];
};

const dayOf = (version: string) => version.slice(0, "2026-11-21".length);

/** A legal text in plain words, with one idea for each section. */
export function LegalPage({ title, intro, version, sections }: Props) {
  return (
    <article className="mx-auto max-w-[64ch] px-5 pt-8 pb-16 leading-[1.6] md:pt-12 [&_li]:mt-1.5 [&_ul]:mt-2 [&_ul]:list-disc [&_ul]:pl-5 [&_p+p]:mt-3">
      <h1 className="md:text-36">{title}</h1>
      <p className="mt-2 text-14 text-muted">
        Versão de <time dateTime={dayOf(version)}>{longDayText(dayOf(version))}</time>
      </p>
      <div className="mt-5 text-18">{intro}</div>
      {sections.map((section) => (
        <Fragment key={section.title}>
          <h2 className="mt-9 mb-2">{section.title}</h2>
          {section.body}
        </Fragment>
      ))}
      <Operator />
    </article>
  );
}

/** The company behind the product, with the operator's details. */
function Operator() {
  return (
    <>
      <h2 className="mt-9 mb-2">Fale com a gente</h2>
      <p>{brand.sellerLine}</p>
      <p>
        Suporte: <span className="font-semibold">{brand.supportEmail}</span>
      </p>
      <p>
        Encarregado pelo tratamento de dados (LGPD, art. 41): <span className="font-semibold">{brand.dataContact}</span>
      </p>
    </>
  );
}
