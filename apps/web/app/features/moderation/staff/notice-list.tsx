import { noticeNames, noticeSenderNames } from "@caramelo/contract/texts/moderation";
import { useQuery } from "@tanstack/react-query";
import { Siren } from "lucide-react";
import { useSearchParams } from "react-router";
import { momentText } from "~/platform/date-rules.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { QueryState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import type { Notice } from "../types.ts";
import { DecidedFilter } from "./appeal-list.tsx";
import { NoticeDecision } from "./notice-decision.tsx";
import { Pages } from "./pages.tsx";
import { type Moderation, noticeListQuery, useModeration } from "./queries.ts";
import { dueText, personEmail, personName, readPage } from "./rules.ts";

/** Notices of the public form, each with the clock by which it must be decided. */
export function NoticeList() {
  const [search] = useSearchParams();
  const isDecided = search.get("situacao") === "decididos";
  const page = readPage(search);
  const list = useQuery(noticeListQuery({ status: isDecided ? "decided" : "pending", ...(page > 1 && { page }) }));
  const moderation = useModeration();
  const now = useMoment();
  return (
    <div className="grid gap-4">
      <DecidedFilter isDecided={isDecided} />
      <QueryState query={list} failed="Os avisos não carregaram" />
      {list.data && list.data.notices.length === 0 && (
        <EmptyState
          icon={<Siren aria-hidden className="text-primary" />}
          title="Nenhum aviso"
          text={isDecided ? "Os avisos decididos aparecem aqui." : "Os avisos do formulário público aparecem aqui."}
        />
      )}
      {list.data && (
        <>
          <ul className="grid gap-3">
            {list.data.notices.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} moderation={moderation} now={now} />
            ))}
          </ul>
          <Pages
            page={page}
            count={list.data.count}
            hrefOf={(one) => `?situacao=${isDecided ? "decididos" : "pendentes"}&pagina=${one}`}
          />
        </>
      )}
    </div>
  );
}

function NoticeItem({ notice, moderation, now }: { notice: Notice; moderation: Moderation; now: number }) {
  const { id, kind, status, address, words, senderName, senderEmail, member, caseId, hasHidden, photoUrl } = notice;
  const due = dueText(notice.dueAt, now);
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4 text-14 md:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{noticeNames[kind]}</strong>
        {status === "pending" && (
          <Chip tone={due.isLate ? "danger" : "warn"} className="h-7! px-2.5!">
            {due.text}
          </Chip>
        )}
        {hasHidden && status === "pending" && (
          <Chip tone="info" className="h-7! px-2.5!">
            Escondido até a análise
          </Chip>
        )}
        {notice.isBraked && status === "pending" && (
          <Chip tone="warn" className="h-7! px-2.5!">
            Acima do limite da hora: à vista
          </Chip>
        )}
        <Chip tone={notice.sender === "unknown" ? "plain" : "ok"} className="h-7! px-2.5!">
          {noticeSenderNames[notice.sender]}
        </Chip>
      </div>
      <p className="text-13 text-muted wrap-anywhere">
        Aviso nº <span className="tabular-nums">{notice.number}</span>, de {senderName}, {senderEmail},{" "}
        {momentText(notice.receivedAt)}
      </p>
      <p className="wrap-anywhere">
        <span className="text-muted">Onde:</span> {address}
      </p>
      {member && (
        <p className="wrap-anywhere">
          <span className="text-muted">Membro:</span>{" "}
          <TextLink to={`/perfil/${member.id}`}>{personName(member)}</TextLink>, {personEmail(member)}{" "}
          {caseId && <TextLink to={`/admin/denuncias/${caseId}`}>Ver provas e histórico</TextLink>}
        </p>
      )}
      {notice.named === "gone photo" && (
        <p className="text-muted">A foto que o endereço aponta não existe mais. Nada foi escondido por este aviso.</p>
      )}
      {photoUrl && (
        <img src={photoUrl} alt="Foto apontada pelo aviso" className="max-h-80 w-auto rounded-control" loading="lazy" />
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
            showToast({ type: "success", title: body.isAccepted ? "Aviso aceito" : "Conteúdo mantido" });
          }}
        />
      ) : (
        <p>
          <strong className="font-semibold">{status === "accepted" ? "Aviso aceito" : "Conteúdo mantido"}</strong>
          {notice.decidedBy && ` por ${notice.decidedBy}`}
          {notice.decidedAt && `, ${momentText(notice.decidedAt)}`}: {notice.answer}
        </p>
      )}
    </li>
  );
}
