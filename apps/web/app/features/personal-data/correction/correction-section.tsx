import { useMember } from "~/platform/session.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { DataSection } from "../data-frame.tsx";
import { listCorrections } from "../rules.ts";

/** The stored data of account and profile, each with a link to correct it. */
export function CorrectionSection() {
  const member = useMember();
  return (
    <DataSection
      id="correcao"
      title="Ver e corrigir"
      text="O que guardamos da sua conta, e onde você corrige cada coisa."
    >
      <ul className="divide-y divide-line">
        {listCorrections(member).map(({ title, text, to, linkText }) => (
          <li key={title} className="flex items-center gap-3 py-2">
            <span className="grid min-w-0 flex-1">
              <span className="text-16 font-medium">{title}</span>
              <span className="text-14 wrap-anywhere text-muted">{text}</span>
            </span>
            <TextLink
              to={to}
              aria-label={`${linkText}: ${title}`}
              className="inline-flex min-h-11 min-w-11 items-center justify-end text-14"
            >
              {linkText}
            </TextLink>
          </li>
        ))}
      </ul>
      <p className="border-t border-line pt-3 text-14 text-muted">
        Gênero{member.isVerified ? ", tipo de conta e a data de nascimento do documento" : " e tipo de conta"}: só a
        nossa equipe altera. <TextLink to="/privacidade/pedido?tipo=correction">Peça a correção</TextLink>
      </p>
    </DataSection>
  );
}
