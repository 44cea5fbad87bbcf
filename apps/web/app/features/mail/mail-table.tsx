import { Chip } from "~/ui/chip.tsx";
import { cx } from "~/ui/cx.ts";
import type { Mail } from "./queries.ts";
import { stateNames, stateTones, writtenAt } from "./rules.ts";

type Props = { mails: readonly Mail[]; openId: string | undefined; onOpen: (id: string) => void };

/** Mails, one a row; on phones the columns stand below each other. */
export function MailTable({ mails, openId, onOpen }: Props) {
  return (
    <table className="w-full rounded-card border border-separate border-spacing-0 border-line bg-surface text-left max-md:block">
      <thead className="text-13 text-muted max-md:sr-only">
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
      <tbody className="max-md:block max-md:divide-y max-md:divide-line">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} isOpen={mail.id === openId} onOpen={() => onOpen(mail.id)} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = "border-line px-3 py-2.5 align-middle md:border-t max-md:block max-md:p-0";

function MailRow({ mail, isOpen, onOpen }: { mail: Mail; isOpen: boolean; onOpen: () => void }) {
  return (
    <tr
      className={cx(
        "relative hover-mouse:bg-tint/60 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-0.5 max-md:px-3.5 max-md:py-3",
        isOpen && "bg-tint",
      )}
    >
      <td className={cx(CELL, "md:w-[45%]")}>
        {/* The button covers the row: any place of it opens the mail. */}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          className="text-left font-medium wrap-anywhere after:absolute after:inset-0"
        >
          {mail.subject}
        </button>
      </td>
      <td className={cx(CELL, "text-14 wrap-anywhere text-muted max-md:col-start-1")}>{mail.to}</td>
      <td className={cx(CELL, "text-14 whitespace-nowrap text-muted tabular-nums max-md:col-start-1")}>
        <time dateTime={mail.at}>{writtenAt(mail.at)}</time>
      </td>
      <td className={cx(CELL, "max-md:col-start-2 max-md:row-start-1")}>
        <Chip tone={stateTones[mail.state]} className="h-7! px-2.5!">
          {stateNames[mail.state]}
        </Chip>
      </td>
    </tr>
  );
}
