import { auditActionName } from "@caramelo/contract/audit/actions";
import { TextLink } from "~/ui/basics/link.tsx";
import { NamedTable } from "~/ui/basics/named-table.tsx";
import { detailLines } from "./detail-rules.ts";
import type { Entry } from "./queries.ts";
import { actorName, personName } from "./rules.ts";

const HEADS = ["Quando", "Quem", "O quê", "A quem", "Detalhes"];
const CELL = "border-line px-3 py-2.5 align-top lg:border-t max-lg:block max-lg:px-0 max-lg:py-0.5";
const MOMENT = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "America/Sao_Paulo",
});

/** Entries of the log, one a row; below each other where the window is narrow. A press on a person shows theirs. */
export function EntryTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <NamedTable
      name="Registros da auditoria"
      heads={HEADS}
      className="w-full border-separate border-spacing-0 rounded-card border border-line bg-surface text-left text-14 max-lg:block"
      headClass="max-lg:sr-only"
    >
      <tbody className="max-lg:block max-lg:divide-y max-lg:divide-line">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </NamedTable>
  );
}

function EntryRow({ entry: { id, at, action, actor, subject, details } }: { entry: Entry }) {
  return (
    <tr className="max-lg:block max-lg:p-3.5">
      <td className={`${CELL} whitespace-nowrap text-muted tabular-nums`}>
        <time dateTime={at}>{MOMENT.format(new Date(at))}</time>
        <span className="ml-2 text-13 lg:ml-0 lg:block">nº {id}</span>
      </td>
      <td className={`${CELL} wrap-anywhere`}>
        {actor ? <PersonLink person={actor}>{actorName(actor)}</PersonLink> : actorName(actor)}
      </td>
      <th scope="row" className={`${CELL} font-semibold`}>
        {auditActionName(action)}
      </th>
      <td className={`${CELL} wrap-anywhere`}>
        {subject && (
          <>
            <span className="text-muted lg:hidden">A quem: </span>
            <PersonLink person={subject}>{personName(subject)}</PersonLink>
          </>
        )}
      </td>
      <td className={`${CELL} max-w-96 text-13 wrap-anywhere text-muted`}>
        {detailLines(details).map(({ key, text }) => (
          <span key={key} className="block">
            {text}
          </span>
        ))}
      </td>
    </tr>
  );
}

function PersonLink({ person, children }: { person: NonNullable<Entry["subject"]>; children: string }) {
  return <TextLink to={`/admin/auditoria?pessoa=${person.id}`}>{children}</TextLink>;
}
