import { Navigate } from "react-router";
import { ProofDialog } from "~/features/accounts/proof/proof-dialog.tsx";
import { CorrectionSection } from "~/features/personal-data/correction/correction-section.tsx";
import { DataFrame } from "~/features/personal-data/data-frame.tsx";
import { ErasureSection } from "~/features/personal-data/erasure/erasure-section.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";

export const meta = () => pageTitle("Meus dados");
export const handle: ScreenHandle = { title: "Meus dados" };

export default function PersonalData() {
  const { isAdmin } = useMember();
  // Accounts of the staff have no profile and gave no consents: their address and password are in the settings.
  if (isAdmin) return <Navigate to="/configuracoes" replace />;
  return (
    <DataFrame>
      <CorrectionSection />
      <ErasureSection />
      {/* One dialog serves each section whose action needs a proof of the last minutes (`withFreshFactor`). */}
      <ProofDialog />
    </DataFrame>
  );
}
