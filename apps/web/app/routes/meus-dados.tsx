import { useQueryClient } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { ProofDialog } from "~/features/accounts/proof/proof-dialog.tsx";
import { DelayedRequests, delayedRequestsQuery } from "~/features/accounts/settings/delayed-requests.tsx";
import { ConsentSection } from "~/features/personal-data/consents/consent-section.tsx";
import { CorrectionSection } from "~/features/personal-data/correction/correction-section.tsx";
import { DataFrame } from "~/features/personal-data/data-frame.tsx";
import { ErasureSection } from "~/features/personal-data/erasure/erasure-section.tsx";
import { ExportSection } from "~/features/personal-data/export/export-section.tsx";
import { RequestSection } from "~/features/personal-data/requests/request-section.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";

export const meta = () => pageTitle("Meus dados");
export const handle: ScreenHandle = { title: "Meus dados" };

export default function PersonalData() {
  const { isAdmin } = useMember();
  const queries = useQueryClient();
  // Staff accounts have no profile and no consents: their address and password are in the settings.
  if (isAdmin) return <Navigate to="/configuracoes" replace />;
  return (
    <DataFrame>
      <CorrectionSection />
      <ConsentSection />
      <ExportSection />
      <RequestSection />
      <ErasureSection onDelayed={() => void queries.invalidateQueries(delayedRequestsQuery())}>
        <DelayedRequests />
      </ErasureSection>
      {/* One dialog serves all sections whose actions need a recent proof (`withFreshFactor`). */}
      <ProofDialog />
    </DataFrame>
  );
}
