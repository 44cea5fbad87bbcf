import { Chip } from "~/ui/basics/chip.tsx";
import { cx } from "~/ui/basics/cx.ts";
import type { Mail } from "./queries.ts";
import { stateNames, stateTones, writtenAt } from "./rules.ts";

type Props = { mails: readonly Mail[]; openId: string | undefined; onOpen: (id: string) => void };

/** Mails, one a row. On narrow screens the columns are below each other. */
export function MailTable({ mails, openId, onOpen }: Props) {
  return (
    <table className="w-full rounded-card border border-separate border-spacing-0 border-line bg-surface text-left max-lg:block">
      <thead className="text-13 text-muted max-lg:sr-only">
        <tr>
          {["Assunto", "Para", "Quando", "Situação"].map((name) => (
            <th
              key={name}
              scope="col"
              className="sticky top-16 bg-surface px-3 py-2.5 font-semibold first:rounded-tl-card last:rounded-tr-card"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block max-lg:divide-y max-lg:divide-line">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} isOpen={mail.id === openId} onOpen={() => onOpen(mail.id)} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = "border-line px-3 py-2.5 align-middle lg:border-t max-lg:block max-lg:p-0";

function MailRow({ mail, isOpen, onOpen }: { mail: Mail; isOpen: boolean; onOpen: () => void }) {
  return (
    <tr
      className={cx(
        "relative hover-mouse:bg-tint/60 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-0.5 max-lg:px-3.5 max-lg:py-3",
        isOpen && "bg-tint",
      )}
    >
      <td className={cx(CELL, "lg:w-[45%]")}>
        {/* The button covers the whole row. */}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          className="text-left font-medium wrap-anywhere after:absolute after:inset-0"
        >
          {mail.subject}
        </button>
      </td>
      <td className={cx(CELL, "text-14 wrap-anywhere text-muted max-lg:col-start-1")}>{mail.to}</td>
      <td className={cx(CELL, "text-14 whitespace-nowrap text-muted tabular-nums max-lg:col-start-1")}>
        <time dateTime={mail.at}>{writtenAt(mail.at)}</time>
      </td>
      <td className={cx(CELL, "max-lg:col-start-2 max-lg:row-start-1")}>
        <Chip tone={stateTones[mail.state]} className="h-7! px-2.5!">
          {stateNames[mail.state]}
        </Chip>
      </td>
    </tr>
  );
}
