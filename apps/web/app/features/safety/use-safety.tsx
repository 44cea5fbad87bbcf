import type { Photo } from "@caramelo/contract/profiles/calls";
import { type ReactNode, useState } from "react";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";

// Loaded when needed: most visits neither report nor block.
const ReportSheet = lazyPart(() => import("./report-sheet.tsx").then((file) => file.ReportSheet));
const BlockDialog = lazyPart(() => import("./block-dialog.tsx").then((file) => file.BlockDialog));

/** A member who can be reported or blocked. `photos`: those that the screen shows. */
type ReportedMember = { id: string; name: string; photos?: readonly Photo[] };

/** `report` opens the report, with the ids of the reported messages. */
export type Safety = { report: (messageIds?: string[]) => void; block: () => void; dialogs: ReactNode };

type Blocking = {
  onBlocked: () => void;
  /** Receives whether a block is pending or done. */
  onBlocking?: (isBlocking: boolean) => void;
};

/**
 * Reporting and blocking one member. `report` and `block` open dialogs outside the menu, because a menu unmounts its
 * children when it closes.
 */
export function useSafety(member: ReportedMember, blocking: Blocking): Safety {
  const [reports, setReports] = useState(0);
  const [askedSheet, setAskedSheet] = useState<"report" | "block">();
  const [messageIds, setMessageIds] = useState<string[]>([]);
  const [hasBlock, setHasBlock] = useState(false);
  function report(ids: string[] = []) {
    setMessageIds(ids);
    // The number is the key of the sheet, so that each report starts empty.
    setReports(reports + 1);
    setAskedSheet("report");
  }
  function block() {
    setHasBlock(true);
    setAskedSheet("block");
  }
  function forget() {
    setReports(0);
    setHasBlock(false);
    setAskedSheet(undefined);
  }
  const toggle = (which: "report" | "block") => (isOpen: boolean) => setAskedSheet(isOpen ? which : undefined);
  const dialogs = (
    <LazyPart onFailure={forget}>
      {reports > 0 && (
        <ReportSheet
          key={reports}
          member={member}
          messageIds={messageIds}
          isOpen={askedSheet === "report"}
          onOpenChange={toggle("report")}
          onBlock={block}
        />
      )}
      {hasBlock && (
        <BlockDialog member={member} isOpen={askedSheet === "block"} onOpenChange={toggle("block")} {...blocking} />
      )}
    </LazyPart>
  );
  return { report, block, dialogs };
}
