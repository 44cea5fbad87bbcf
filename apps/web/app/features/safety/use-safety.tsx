import { lazy, type ReactNode, Suspense, useState } from "react";

// Most visits ask neither question.
const ReportDialog = lazy(() => import("./report-dialog.tsx").then((file) => ({ default: file.ReportDialog })));
const BlockDialog = lazy(() => import("./block-dialog.tsx").then((file) => ({ default: file.BlockDialog })));

export type Safety = { report: () => void; block: () => void; dialogs: ReactNode };

/**
 * Reporting and blocking one member: `report` and `block` open their dialogs, which stand outside of the menu that
 * asked for them, since a menu takes its entries with it when it closes.
 */
export function useSafety(member: { id: string; name: string }, onBlocked: () => void): Safety {
  const [reports, setReports] = useState(0);
  const [asked, setAsked] = useState<"report" | "block">();
  const [hasBlock, setHasBlock] = useState(false);
  function report() {
    // A new report begins empty.
    setReports(reports + 1);
    setAsked("report");
  }
  function block() {
    setHasBlock(true);
    setAsked("block");
  }
  const toggle = (which: "report" | "block") => (isOpen: boolean) => setAsked(isOpen ? which : undefined);
  const dialogs = (
    <Suspense>
      {reports > 0 && (
        <ReportDialog
          key={reports}
          member={member}
          isOpen={asked === "report"}
          onOpenChange={toggle("report")}
          onBlock={block}
        />
      )}
      {hasBlock && (
        <BlockDialog member={member} isOpen={asked === "block"} onOpenChange={toggle("block")} onBlocked={onBlocked} />
      )}
    </Suspense>
  );
  return { report, block, dialogs };
}
