import { momentText } from "@caramelo/contract/formats/moments";
import { noticeNames, noticeSenderNames } from "@caramelo/contract/texts/moderation";
import { Siren } from "lucide-react";
import { useMoment } from "~/platform/use-moment.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { QueueList } from "~/ui/lists/queue-list.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import type { Notice } from "../queries.ts";
import { MemberLink } from "./member-link.tsx";
import { NoticeDecision } from "./notice-decision.tsx";
import { type Moderation, noticeListQuery, useModeration } from "./queries.ts";
import { dueText, personEmail } from "./rules.ts";

/** Lists the notices of the public form, each with its deadline. */
export function NoticeList() {
  const moderation = useModeration();
  const now = useMoment();
  return (
    <QueueList
      queryOf={noticeListQuery}
      entriesOf={({ notices }) => notices}
      decidedLabel="Decididas"
      failed="As denúncias externas não carregaram"
      icon={Siren}
      emptyTitle="Nenhuma denúncia externa"
      emptyTexts={{
        pending: "As denúncias do formulário público aparecem aqui.",
        decided: "As denúncias decididas aparecem aqui.",
      }}
    >
      {(notice) => <NoticeItem key={notice.id} notice={notice} moderation={moderation} now={now} />}
    </QueueList>
  );
}

function NoticeItem({ notice, moderation, now }: { notice: Notice; moderation: Moderation; now: number }) {
  const { id, kind, status, address, words, senderName, senderEmail, member, caseId, hasHidden, photoUrl } = notice;
  const due = dueText(notice.dueAt, now);
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 text-14 md:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{noticeNames[kind]}</strong>
        {status === "pending" && <Chip size="small" text={due.text} tone={due.isLate ? "danger" : "warn"} />}
        {hasHidden && status === "pending" && <Chip size="small" text="Oculto até a análise" tone="info" />}
        {notice.isBraked && status === "pending" && (
          <Chip size="small" text="Acima do limite da hora: visível" tone="warn" />
        )}
        <Chip
          size="small"
          text={noticeSenderNames[notice.sender]}
          tone={notice.sender === "unknown" ? "plain" : "ok"}
        />
      </div>
      <p className="text-13 text-muted wrap-anywhere">
        Denúncia nº <span className="tabular-nums">{notice.number}</span>, de {senderName}, {senderEmail},{" "}
        {momentText(notice.receivedAt)}
      </p>
      <p className="wrap-anywhere">
        <span className="text-muted">Onde:</span> {address}
      </p>
      {member && (
        <p className="wrap-anywhere">
          <span className="text-muted">Membro: </span>
          <MemberLink member={member} />
          <span>{`, ${personEmail(member)} `}</span>
          {caseId && <TextLink to={`/admin/denuncias/${caseId}`}>Ver provas e histórico</TextLink>}
        </p>
      )}
      {notice.named === "gone photo" && (
        <p className="text-muted">A foto que o endereço aponta não existe mais. Nada foi ocultado por esta denúncia.</p>
      )}
      {photoUrl && (
        <img
          src={photoUrl}
          alt="Foto apontada pela denúncia"
          className="max-h-80 w-auto rounded-control"
          loading="lazy"
        />
      )}
      <blockquote className="border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-wrap">{words}</blockquote>
      {notice.reply && (
        <div className="grid gap-1">
          <p className="text-muted">Resposta do membro, {momentText(notice.reply.at)}:</p>
          <blockquote className="border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
            {notice.reply.text}
          </blockquote>
        </div>
      )}
      {status === "pending" ? (
        <NoticeDecision
          notice={notice}
          onDecide={async (body) => {
            await moderation.decideNotice.mutateAsync({ params: { id }, body });
            showToast({ type: "success", title: body.isAccepted ? "Denúncia aceita" : "Conteúdo mantido" });
          }}
        />
      ) : (
        <p>
          <strong className="font-semibold">{status === "accepted" ? "Denúncia aceita" : "Conteúdo mantido"}</strong>
          {notice.decidedBy && <span>{` por ${notice.decidedBy}`}</span>}
          {notice.decidedAt && <span>{`, ${momentText(notice.decidedAt)}`}</span>}
          <span>{`: ${notice.answer}`}</span>
        </p>
      )}
    </li>
  );
}
