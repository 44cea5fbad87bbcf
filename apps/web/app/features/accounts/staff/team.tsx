import { STAFF_ROLES, type StaffRole } from "@caramelo/contract/call/staff-permissions";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { useInfiniteQuery } from "@tanstack/react-query";
import { UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";
import { serverNow } from "~/platform/use-moment.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { type Column, ListTable } from "~/ui/lists/list-table.tsx";
import { useFocusAfterRemoval } from "~/ui/lists/use-focus-after-removal.ts";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { LazyPart, lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";
import { type Colleague, type TeamAction, teamQuery, useTeamAction } from "./queries.ts";
import { confirmTeamAction, doneText, invitationMark, roleWords, sessionsText } from "./team-rules.ts";

const InviteDialog = lazyPart(() => import("./invite-dialog.tsx").then((file) => file.InviteDialog));

type TeamQuestion = { person: Colleague; action: TeamAction };

/** Lists all staff with the owner's actions on each. Every action is confirmed first. */
export function Team() {
  usePreload(InviteDialog);
  const list = useInfiniteQuery(teamQuery);
  const act = useTeamAction();
  const [question, setQuestion] = useState<TeamQuestion>();
  const [isOpen, setIsOpen] = useState(false);
  const [isInviting, setIsInviting] = useState(false);
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];

  function ask(next: TeamQuestion) {
    setQuestion(next);
    setIsOpen(true);
  }
  async function confirm({ person, action }: TeamQuestion) {
    setIsOpen(false);
    try {
      await act.mutateAsync({ id: person.id, action });
      showToast({ type: "success", title: doneText(action, person.name) });
      if (person.isSelf) await refreshSession();
    } catch (error) {
      // Closing the proof dialog without an answer needs no message.
      if (!isApiError(error, "FRESH_FACTOR_REQUIRED")) showToast({ type: "error", title: messageOf(error) });
    }
  }
  return (
    <div {...useFocusAfterRemoval()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Button mayWrap className="justify-self-start" onClick={() => setIsInviting(true)}>
        <UserRoundPlus aria-hidden strokeWidth={1.75} />
        Convidar para a equipe
      </Button>
      <ListTable
        name="Equipe"
        query={list}
        failed="Não conseguimos carregar a equipe"
        rows={people}
        columns={columnsOf(ask)}
        empty={null}
        rowClass="align-top"
      />
      <LoadMore list={list} />
      {isInviting && (
        <LazyPart onFailure={() => setIsInviting(false)}>
          <InviteDialog onClose={() => setIsInviting(false)} />
        </LazyPart>
      )}
      {question && (
        <ConfirmDialog
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          {...confirmTeamAction(question.action, question.person)}
          onConfirm={() => void confirm(question)}
        />
      )}
    </div>
  );
}

const columnsOf = (onAsk: (question: TeamQuestion) => void): readonly Column<Colleague>[] => [
  {
    head: "Pessoa",
    isTitle: true,
    cell: ({ name, email, isSelf }) => (
      <>
        <span className="font-semibold">{name}</span>
        {isSelf && <span className="text-muted"> (você)</span>}
        <span className="block text-13 wrap-anywhere text-muted">{email}</span>
      </>
    ),
  },
  {
    head: "Função",
    isUnlabelled: true,
    cell: (person) => (
      <SelectField
        label={<span className="sr-only">Função de {person.name}</span>}
        value={person.role}
        onChange={({ currentTarget }) =>
          // The options of the field are the staff roles.
          onAsk({ person, action: { kind: "role", role: currentTarget.value as StaffRole } })
        }
        options={STAFF_ROLES.map((role) => [role, roleWords[role].name])}
      />
    ),
    className: "lg:w-56",
  },
  {
    head: "Segurança",
    cell: (person) => (
      <>
        <span className="flex flex-wrap gap-1.5">
          {!person.isActive && <Chip size="small" text="Sem acesso" tone="danger" />}
          {person.isInvited ? (
            person.isActive && <Chip size="small" {...invitationMark(person)} />
          ) : (
            <Chip
              size="small"
              text={person.hasFactor ? "Duas etapas" : "Só senha"}
              tone={person.hasFactor ? "ok" : "warn"}
            />
          )}
        </span>
        <span className="mt-1 block text-13 text-muted">{sessionsText(person, new Date(serverNow()))}</span>
      </>
    ),
  },
  {
    head: "Ações",
    isUnlabelled: true,
    cell: (person) => {
      const { name, isActive, isInvited, isInvitationExpired } = person;
      return (
        <span className="flex flex-wrap gap-2">
          {isInvited ? (
            isActive && (
              <TeamButton
                who={name}
                variant={isInvitationExpired ? "primary" : "outline"}
                onClick={() => onAsk({ person, action: { kind: "invitation" } })}
              >
                {isInvitationExpired ? "Enviar outro convite" : "Enviar de novo"}
              </TeamButton>
            )
          ) : (
            <TeamButton who={name} onClick={() => onAsk({ person, action: { kind: "sessions" } })}>
              {adminMessages.endSessions.label}
            </TeamButton>
          )}
          {person.hasFactor && (
            <TeamButton who={name} onClick={() => onAsk({ person, action: { kind: "factor" } })}>
              Remover duas etapas
            </TeamButton>
          )}
          <TeamButton who={name} onClick={() => onAsk({ person, action: { kind: "access", isActive: !isActive } })}>
            {isActive ? "Retirar acesso" : "Devolver acesso"}
          </TeamButton>
        </span>
      );
    },
  },
];

type TeamButtonProps = { who: string; variant?: "outline" | "primary"; onClick: () => void; children: string };

function TeamButton({ who, variant = "outline", onClick, children }: TeamButtonProps) {
  return (
    <Button variant={variant} size="small" onClick={onClick}>
      {children}
      <span className="sr-only">: {who}</span>
    </Button>
  );
}
