import { CONSENT_KINDS } from "@caramelo/contract/accounts/consents";
import { useQuery } from "@tanstack/react-query";
import { useMember } from "~/platform/session.ts";
import { QueryState } from "~/ui/states/query-state.tsx";
import { DataSection } from "../data-frame.tsx";
import { ConsentRow } from "./consent-row.tsx";
import { consentsQuery, type GivenConsent } from "./queries.ts";
import { describeConsent, describeEarlier, listEarlier } from "./rules.ts";

/** The member's consents, each with text, version and date, and a switch to withdraw it. */
export function ConsentSection() {
  const consents = useQuery(consentsQuery);
  return (
    <DataSection id="autorizacoes" title="Autorizações" text="O que você autorizou, com o texto que você leu.">
      <QueryState query={consents} failed="As autorizações não carregaram" />
      {consents.data && <Consents consents={consents.data.consents} />}
    </DataSection>
  );
}

function Consents({ consents }: { consents: readonly GivenConsent[] }) {
  const { lacksConsent } = useMember();
  const earlier = listEarlier(consents);
  return (
    <>
      <ul className="divide-y divide-line">
        {CONSENT_KINDS.map((kind) => (
          <ConsentRow key={kind} consent={describeConsent(kind, consents, lacksConsent)} />
        ))}
      </ul>
      {earlier.length > 0 && (
        <details className="mt-3 border-t border-line pt-2 text-14">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">
            Autorizações anteriores
          </summary>
          <ul className="grid gap-2 text-muted">
            {earlier.map((consent) => (
              <li key={`${consent.kind} ${consent.givenAt}`}>{describeEarlier(consent)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
