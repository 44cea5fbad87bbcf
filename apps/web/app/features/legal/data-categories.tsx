import { CATEGORY_NAMES, dataCategories, fillPeriods } from "@caramelo/contract/personal-data/categories";
import { laws } from "@caramelo/contract/personal-data/laws";
import type { ReactNode } from "react";

/**
 * Each data category as a card: what it is, why, its legal basis, how long, and what an erasure does. A five-column
 * table would not fit, least of all on phones.
 */
export function DataCategories() {
  return (
    <>
      <p>
        Esta lista é feita a partir da mesma declaração que o sistema segue. Os prazos em horas, dias e meses são os das
        rotinas que apagam os dados; “enquanto a conta existir” quer dizer até ela ser excluída.
      </p>
      {CATEGORY_NAMES.map((name) => {
        const { name: title, holds, purpose, laws: ownLaws, keptFor, onErasure } = dataCategories[name];
        return (
          <section key={name} className="mt-4 rounded-card border border-line bg-surface px-4 py-4 md:px-5">
            <h3>{title}</h3>
            <dl className="mt-2 grid gap-x-5 gap-y-2 md:grid-cols-[9rem_1fr]">
              <Fact term="O que é">{holds}</Fact>
              <Fact term="Para quê">{purpose}</Fact>
              <Fact term="Base legal">{ownLaws.map((law) => laws[law]).join("; ")}.</Fact>
              <Fact term="Por quanto tempo">{fillPeriods(keptFor)}</Fact>
              <Fact term="Se a conta é excluída">{fillPeriods(onErasure)}</Fact>
            </dl>
          </section>
        );
      })}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="md:contents">
      <dt className="text-14 text-muted md:leading-[1.75]">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
