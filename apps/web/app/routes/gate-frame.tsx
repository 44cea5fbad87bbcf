import type { ReactNode } from "react";
import { ProofDialog } from "~/features/accounts/proof/proof-dialog.tsx";
import { ErasureGate } from "~/features/personal-data/erasure/erasure-gate.tsx";
import { ExportSection } from "~/features/personal-data/export/export-section.tsx";
import { Footer } from "~/features/shell/screen/footer.tsx";
import { CONTENT, SkipLink } from "~/features/shell/skip-link.tsx";
import { useSignOut } from "~/features/shell/use-sign-out.ts";
import { MemberQueries } from "~/platform/member-queries.tsx";
import { useMember } from "~/platform/session.ts";
import { AgeGateFrame } from "./age-gate-frame.tsx";

/** The frame for a member whose screens are closed: by a pending erasure, or until the age is assured. */
export function GateFrame({ children }: { children: ReactNode }) {
  const { erasesAt, isSuspended } = useMember();
  if (erasesAt === null) return <AgeGateFrame>{children}</AgeGateFrame>;
  return <ErasureFrame endsAt={erasesAt} isSuspended={isSuspended} />;
}

function ErasureFrame(erasure: { endsAt: string; isSuspended: boolean }) {
  const { leave, isLeaving } = useSignOut();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <main {...CONTENT} className="flex min-h-0 flex-1 flex-col outline-none">
        <ErasureGate {...erasure} leave={() => void leave()} isLeaving={isLeaving}>
          <MemberQueries>
            <ExportSection />
          </MemberQueries>
        </ErasureGate>
      </main>
      <Footer isOnPhones />
      <ProofDialog />
    </div>
  );
}
