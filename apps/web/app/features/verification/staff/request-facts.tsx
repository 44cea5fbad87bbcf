import { dayText, momentText } from "@caramelo/contract/formats/moments";
import { verificationReasons } from "@caramelo/contract/verification/reasons";
import { BadgeCheck, Sparkles } from "lucide-react";
import { Chip } from "~/ui/basics/chip.tsx";
import { Fact } from "~/ui/basics/fact.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import type { StaffRequest } from "./queries.ts";
import { staffTexts, statusWords } from "./rules.ts";

type Props = {
  request: StaffRequest;
  /**
   * The request replaced another one on the screen, so the focus moves to its heading and a screen reader announces it.
   */
  isNext: boolean;
};

/** The facts that staff compare the documents with. */
export function RequestFacts({ request, isNext }: Props) {
  const { member, profile, birthOn, age, createdAt, hasPriority, others } = request;
  return (
    <section aria-label="Membro" className="grid gap-3 rounded-card border border-line bg-surface p-4 text-14">
      <div>
        <h2 ref={isNext ? beginHere : undefined} tabIndex={-1} className="text-18 wrap-anywhere outline-none">
          <TextLink to={`/perfil/${member.id}`}>{member.name || staffTexts.nameless}</TextLink>
        </h2>
        <p className="wrap-anywhere text-muted">{member.email || staffTexts.addressless}</p>
      </div>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {hasPriority && <Chip text="Prioridade" tone="gold" icon={<Sparkles aria-hidden />} />}
        {profile.isVerified && <Chip text="Verificado" tone="info" icon={<BadgeCheck aria-hidden />} />}
      </div>
      <dl className="*:contents grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact name="Nascimento">
          <strong className="font-semibold tabular-nums">{dayText(birthOn)}</strong>, {age} anos
        </Fact>
        <Fact name="Idade no perfil">{profile.age === null ? "–" : `${profile.age} anos`}</Fact>
        <Fact name="Cidade">{profile.city ?? "–"}</Fact>
        <Fact name="Pedido em">{momentText(createdAt)}</Fact>
      </dl>
      {others.length > 0 && (
        <div>
          <h3 className="font-sans text-14 font-semibold tracking-normal">Pedidos anteriores</h3>
          <ul className="grid">
            {others.map((otherRequest) => (
              <li key={otherRequest.id} className="flex min-h-8 items-center gap-2">
                <TextLink to={`/admin/verificacoes/${otherRequest.id}`}>{momentText(otherRequest.createdAt)}</TextLink>
                <span className="truncate text-muted">
                  <span>{statusWords[otherRequest.status].text}</span>
                  {otherRequest.reason && <span>{`: ${verificationReasons[otherRequest.reason].label}`}</span>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

// Do not scroll, so that the pictures above stay visible.
const beginHere = (heading: HTMLElement | null): void => heading?.focus({ preventScroll: true });
