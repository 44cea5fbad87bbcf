import { auditActionName } from "@caramelo/contract/audit/actions";
import { exactMomentText } from "@caramelo/contract/formats/moments";
import { TextLink } from "~/ui/basics/link.tsx";
import type { Column } from "~/ui/lists/list-table.tsx";
import { detailLines } from "./detail-rules.ts";
import type { Entry } from "./queries.ts";
import { actorName, personName } from "./rules.ts";

/** The columns of the log. Pressing a person filters by that person. */
export const COLUMNS: readonly Column<Entry>[] = [
  {
    head: "Quando",
    cell: ({ id, at }) => (
      <>
        <time dateTime={at}>{exactMomentText(at)}</time>
        <span className="ml-2 text-13 whitespace-nowrap lg:ml-0 lg:block">nº {id}</span>
      </>
    ),
    className: "lg:whitespace-nowrap text-muted tabular-nums",
  },
  {
    head: "Quem",
    cell: ({ actor }) => (actor ? <PersonLink person={actor}>{actorName(actor)}</PersonLink> : actorName(actor)),
    // Long names break, but short words stay whole.
    className: "wrap-anywhere lg:min-w-25",
  },
  {
    head: "O quê",
    isTitle: true,
    cell: ({ action }) => <span className="font-semibold">{auditActionName(action)}</span>,
  },
  {
    head: "A quem",
    cell: ({ subject }) => subject && <PersonLink person={subject}>{personName(subject)}</PersonLink>,
    className: "wrap-anywhere",
  },
  {
    head: "Detalhes",
    cell: ({ details }) =>
      detailLines(details).map(({ key, text }) => (
        <span key={key} className="block">
          {text}
        </span>
      )),
    className: "max-w-96 text-13 wrap-anywhere text-muted",
  },
];

function PersonLink({ person, children }: { person: NonNullable<Entry["subject"]>; children: string }) {
  return <TextLink to={`/admin/auditoria?pessoa=${person.id}`}>{children}</TextLink>;
}
