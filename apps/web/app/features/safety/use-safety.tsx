import type { Photo } from "@caramelo/contract/profiles/calls";
import { type ReactNode, useState } from "react";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";

// Most visits ask neither question.
const ReportSheet = lazyPart(() => import("./report-sheet.tsx").then((file) => file.ReportSheet));
const BlockDialog = lazyPart(() => import("./block-dialog.tsx").then((file) => file.BlockDialog));

/** Who may be reported or blocked; with photos where the screen shows them. */
type ReportedMember = { id: string; name: string; photos?: readonly Photo[] };

/** `report`: opens the report, of the messages with these ids if there are any. */
export type Safety = { report: (messageIds?: string[]) => void; block: () => void; dialogs: ReactNode };

/**
 * Reporting and blocking one member: `report` and `block` open their dialogs, which stand outside of the menu that
 * asked for them, since a menu takes its entries with it when it closes.
 */
export function useSafety(member: ReportedMember, onBlocked: () => void): Safety {
  const [reports, setReports] = useState(0);
  const [asked, setAsked] = useState<"report" | "block">();
  const [messageIds, setMessageIds] = useState<string[]>([]);
  const [hasBlock, setHasBlock] = useState(false);
  function report(ids: string[] = []) {
    setMessageIds(ids);
    // A new report begins empty.
    setReports(reports + 1);
    setAsked("report");
  }
  function block() {
    setHasBlock(true);
    setAsked("block");
  }
  function forget() {
    setReports(0);
    setHasBlock(false);
    setAsked(undefined);
  }
  const toggle = (which: "report" | "block") => (isOpen: boolean) => setAsked(isOpen ? which : undefined);
  const dialogs = (
    <LazyPart onFailure={forget}>
      {reports > 0 && (
        <ReportSheet
          key={reports}
          member={member}
          messageIds={messageIds}
          isOpen={asked === "report"}
          onOpenChange={toggle("report")}
          onBlock={block}
        />
      )}
      {hasBlock && (
        <BlockDialog member={member} isOpen={asked === "block"} onOpenChange={toggle("block")} onBlocked={onBlocked} />
      )}
    </LazyPart>
  );
  return { report, block, dialogs };
}
