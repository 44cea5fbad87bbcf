import { momentText } from "@caramelo/contract/formats/moments";
import { measureNames } from "@caramelo/contract/texts/moderation";
import { Scale } from "lucide-react";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { QueueList } from "~/ui/lists/queue-list.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import type { Appeal } from "../queries.ts";
import { DecisionForm } from "./decision-form.tsx";
import { MemberLink } from "./member-link.tsx";
import { appealListQuery, type Moderation, useModeration } from "./queries.ts";
import { personEmail } from "./rules.ts";

/** Lists appeals against measures, the longest-waiting first. */
export function AppealList() {
  const moderation = useModeration();
  return (
    <QueueList
      queryOf={appealListQuery}
      entriesOf={({ appeals }) => appeals}
      failed="Os recursos não carregaram"
      icon={Scale}
      emptyTitle="Nenhum recurso"
      emptyTexts={{
        pending: "Quando um membro recorrer de uma medida, ele aparece aqui.",
        decided: "Os recursos decididos aparecem aqui.",
      }}
    >
      {(appeal) => <AppealItem key={appeal.id} appeal={appeal} moderation={moderation} />}
    </QueueList>
  );
}

function AppealItem({ appeal, moderation }: { appeal: Appeal; moderation: Moderation }) {
  const { id, member, kind, reason, takenAt, takenBy, endedAt, caseId, mayDecide } = appeal;
  const words = appeal.appeal;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 text-14 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MemberLink member={member} />
        <span className="text-13 text-muted wrap-anywhere">{personEmail(member)}</span>
        <Chip
          size="small"
          text={measureNames[kind]}
          tone={kind === "ban" || kind === "suspension" ? "danger" : "plain"}
        />
      </div>
      <p className="wrap-anywhere">
        <span className="text-muted">
          {`Motivo da medida, ${momentText(takenAt)}${takenBy ? `, por ${takenBy}` : ""}: `}
        </span>
        <span>{`${reason} `}</span>
        {endedAt && <strong className="font-semibold">{`Já terminou em ${momentText(endedAt)}. `}</strong>}
        {caseId && <TextLink to={`/admin/denuncias/${caseId}`}>Ver a denúncia</TextLink>}
      </p>
      {words && (
        <blockquote className="border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
          {words.text}
          <footer className="mt-1 text-13 text-muted">{momentText(words.at)}</footer>
        </blockquote>
      )}
      {words?.decision && (
        <p>
          <strong className="font-semibold">{words.decision.isGranted ? "Medida desfeita" : "Medida mantida"}</strong>,{" "}
          {momentText(words.decision.at)}: {words.decision.answer}
        </p>
      )}
      {!words?.decision && !mayDecide && (
        <p className="text-muted">Você tomou esta medida: outra pessoa da equipe decide o recurso.</p>
      )}
      {!words?.decision && mayDecide && (
        <DecisionForm
          label="Resposta ao membro"
          yes="Desfazer a medida"
          no="Manter a medida"
          suggestion="Analisamos de novo o que aconteceu."
          onDecide={async ({ isYes, answer }) => {
            await moderation.decideAppeal.mutateAsync({ params: { id }, body: { isGranted: isYes, answer } });
            showToast({ type: "success", title: isYes ? "Medida desfeita" : "Medida mantida" });
          }}
        />
      )}
    </li>
  );
}
