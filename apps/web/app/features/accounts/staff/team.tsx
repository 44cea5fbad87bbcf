import { STAFF_ROLES, type StaffRole } from "@caramelo/contract/accounts/staff-permissions";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { refreshSession } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { type Colleague, type TeamAction, teamQuery, useTeamAction } from "./queries.ts";
import { roleWords } from "./rules.ts";
import { confirmTeamAction, doneText, sessionsText } from "./team-rules.ts";

type Asked = { person: Colleague; action: TeamAction };

/** Everybody of the staff, with what an owner can do about each. Every action is confirmed first. */
export function Team() {
  const list = useInfiniteQuery(teamQuery);
  const act = useTeamAction();
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setIsOpen] = useState(false);
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];

  function ask(next: Asked) {
    setAsked(next);
    setIsOpen(true);
  }
  async function confirm({ person, action }: Asked) {
    setIsOpen(false);
    try {
      await act.mutateAsync({ id: person.id, action });
      showToast({ type: "success", title: doneText(action, person.name) });
      if (person.isSelf) await refreshSession();
    } catch (error) {
      // Given up in the dialog of the proof: nothing happened, and nothing has to be said.
      if (!isApiError(error, "FRESH_FACTOR_REQUIRED")) showToast({ type: "error", title: messageOf(error) });
    }
  }
  if (list.isPending) return <SkeletonRows />;
  if (!list.data)
    return <LoadFailed title="A equipe não carregou" text={messageOf(list.error)} onRetry={() => list.refetch()} />;
  return (
    <div className="grid gap-4">
      <Alert tone="info">
        Para incluir alguém, rode{" "}
        <code className="[font-family:ui-monospace,monospace]">npm run admin -- email moderator</code> no servidor:
        nenhuma tela cria contas da equipe.
      </Alert>
      <TeamTable people={people} onAsk={ask} />
      <LoadMore list={list} />
      {asked && (
        <ConfirmDialog
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          {...confirmTeamAction(asked.action, asked.person)}
          onConfirm={() => void confirm(asked)}
        />
      )}
    </div>
  );
}

type TableProps = { people: readonly Colleague[]; onAsk: (asked: Asked) => void };

const HEADS = ["Pessoa", "Papel", "Segurança", "Ações"];
const CELL = "border-line px-3 py-2.5 align-top lg:border-t max-lg:block max-lg:px-0 max-lg:py-1";

function TeamTable({ people, onAsk }: TableProps) {
  const captionId = useId();
  return (
    <table
      aria-labelledby={captionId}
      className="w-full border-separate border-spacing-0 rounded-card border border-line bg-surface text-left text-14 max-lg:block"
    >
      <caption id={captionId} className="sr-only">
        Equipe
      </caption>
      <thead className="text-13 text-muted max-lg:sr-only">
        <tr>
          {HEADS.map((name) => (
            <th key={name} scope="col" className="px-3 py-2.5 font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block max-lg:divide-y max-lg:divide-line">
        {people.map((person) => (
          <TeamRow key={person.id} person={person} onAsk={(action) => onAsk({ person, action })} />
        ))}
      </tbody>
    </table>
  );
}

function TeamRow({ person, onAsk }: { person: Colleague; onAsk: (action: TeamAction) => void }) {
  const { name, email, role, isActive, hasFactor, isSelf } = person;
  return (
    <tr className="max-lg:block max-lg:p-3.5">
      <th scope="row" className={`${CELL} font-normal`}>
        <span className="font-semibold">{name}</span> {isSelf && <span className="text-muted">(você)</span>}
        <span className="block text-13 wrap-anywhere text-muted">{email}</span>
      </th>
      <td className={`${CELL} lg:w-56`}>
        <SelectField
          label={<span className="sr-only">Papel de {name}</span>}
          value={role}
          onChange={(event) => onAsk({ kind: "role", role: event.currentTarget.value as StaffRole })} // its options are the roles
        >
          {STAFF_ROLES.map((one) => (
            <option key={one} value={one}>
              {roleWords[one].name}
            </option>
          ))}
        </SelectField>
      </td>
      <td className={CELL}>
        <span className="flex flex-wrap gap-1.5">
          {!isActive && (
            <Chip tone="danger" className="h-7! px-2.5!">
              Sem acesso
            </Chip>
          )}
          <Chip tone={hasFactor ? "ok" : "warn"} className="h-7! px-2.5!">
            {hasFactor ? "Duas etapas" : "Só senha"}
          </Chip>
        </span>
        <span className="mt-1 block text-13 text-muted">{sessionsText(person, new Date())}</span>
      </td>
      <td className={CELL}>
        <span className="flex flex-wrap gap-2">
          <TeamButton who={name} onClick={() => onAsk({ kind: "sessions" })}>
            Encerrar sessões
          </TeamButton>
          {hasFactor && (
            <TeamButton who={name} onClick={() => onAsk({ kind: "factor" })}>
              Remover duas etapas
            </TeamButton>
          )}
          <TeamButton who={name} onClick={() => onAsk({ kind: "access", isActive: !isActive })}>
            {isActive ? "Retirar acesso" : "Devolver acesso"}
          </TeamButton>
        </span>
      </td>
    </tr>
  );
}

function TeamButton({ who, onClick, children }: { who: string; onClick: () => void; children: string }) {
  return (
    <Button variant="outline" size="small" onClick={onClick}>
      {children}
      <span className="sr-only">: {who}</span>
    </Button>
  );
}
