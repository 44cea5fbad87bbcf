import { auditActionName } from "@caramelo/contract/audit/actions";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { formatCount } from "@caramelo/contract/formats/counts";
import { longDayText } from "@caramelo/contract/formats/moments";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { serverNow } from "~/platform/use-moment.ts";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { type PersonActions, teamQuery } from "./queries.ts";
import { dayBeside, readDay } from "./rules.ts";

/** The actions of each staff member on one day, with buttons to the previous and next day. */
export function TeamActions() {
  const [search] = useSearchParams();
  const today = dayInBrazil(new Date(serverNow()));
  const day = readDay(search, today);
  const team = useQuery(teamQuery(day));
  return (
    <>
      <nav aria-label="Dia" className="flex flex-wrap items-center gap-3">
        <DayLink day={dayBeside(day, -1)} isOff={team.data?.hasEarlier === false}>
          <ChevronLeft aria-hidden strokeWidth={1.75} />
          Dia anterior
        </DayLink>
        <p aria-live="polite" className="font-medium">
          {longDayText(`${day}T12:00:00-03:00`)}
        </p>
        <DayLink day={dayBeside(day, 1)} isOff={day === today}>
          Dia seguinte
          <ChevronRight aria-hidden strokeWidth={1.75} />
        </DayLink>
      </nav>
      {team.isPending && <Skeleton className="h-40 w-full" />}
      {team.isError && (
        <LoadFailed
          title="O que a equipe fez não carregou"
          text={messageOf(team.error)}
          onRetry={() => void team.refetch()}
        />
      )}
      {team.data?.people.length === 0 && (
        <EmptyState
          icon={<ScrollText aria-hidden className="text-primary" />}
          title="Ninguém da equipe fez nada neste dia"
          text="Leituras de fichas e listas, e-mails mostrados e decisões aparecem aqui."
        />
      )}
      {team.data && (
        <ul className="grid gap-4 md:grid-cols-2">
          {team.data.people.map((entry) => (
            <PersonCard key={entry.person.id} day={day} {...entry} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A link to another day. A disabled one stays in the page, because it may hold the focus. */
function DayLink({ day, isOff, children }: { day: string; isOff: boolean; children: ReactNode }) {
  return (
    <ButtonLink
      to={`?dia=${day}`}
      variant="outline"
      size="small"
      aria-disabled={isOff || undefined}
      onClick={(event) => isOff && event.preventDefault()}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
    >
      {children}
    </ButtonLink>
  );
}

function PersonCard({ day, person, actions }: PersonActions & { day: string }) {
  const log = new URLSearchParams({ pessoa: person.id, de: day, ate: day });
  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <h2 className="text-16 wrap-anywhere">
        <TextLink to={`/admin/auditoria?${log}`}>{person.name}</TextLink>
      </h2>
      <dl className="mt-2 grid gap-1 text-14">
        {actions.map(({ action, count }) => (
          <div key={action} className="flex justify-between gap-3">
            <dt className="text-muted">{auditActionName(action)}</dt>
            <dd className="tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
