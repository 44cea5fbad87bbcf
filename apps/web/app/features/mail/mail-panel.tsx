import { momentText } from "@caramelo/contract/formats/moments";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "~/platform/api.ts";
import { cx } from "~/ui/basics/cx.ts";
import { Sheet } from "~/ui/overlays/sheet.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { FailedAlert } from "~/ui/states/failed-alert.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { type Mail, mailText } from "./queries.ts";
import { missingTextReason } from "./rules.ts";

type Props = { mail: Mail | undefined; isOpen: boolean; onClose: () => void };

/** One mail with its text. The panel keeps showing the last mail while it closes. */
export function MailPanel({ mail, isOpen, onClose }: Props) {
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={mail?.subject ?? "E-mail"}
      description={mail && `Para ${mail.to}, ${momentText(mail.at)}`}
      isWide
    >
      {mail && <MailText key={mail.id} mail={mail} />}
    </Sheet>
  );
}

/** Most texts are about this high, so the panel hardly grows when the text arrives. */
const HEIGHT = "min-h-[min(27rem,55dvh)]";

function MailText({ mail }: { mail: Mail }) {
  const text = useQuery(mailText(mail.id));
  if (text.isPending) return <Skeleton className={cx(HEIGHT, "w-full")} />;
  if (text.isError) return <FailedAlert text={messageOf(text.error)} onRetry={() => void text.refetch()} />;
  if (text.data === null) return <Alert tone="info">{missingTextReason(mail.state)}</Alert>;
  return (
    <p
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and takes the focus for the arrow keys
      tabIndex={0}
      className={cx(
        HEIGHT,
        "rounded-control border border-line bg-canvas p-4 text-14 leading-[1.6] wrap-anywhere whitespace-pre-wrap",
      )}
    >
      {text.data}
    </p>
  );
}
