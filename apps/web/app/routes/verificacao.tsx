import { Navigate } from "react-router";
import { makeSmaller } from "~/features/photos/upload/make-smaller.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { OwnVerification } from "~/features/verification/own-verification.tsx";
import { useMember } from "~/platform/session.ts";

export const meta = () => pageTitle("Verificação");
export const handle: ScreenHandle = { title: "Verificação" };

export default function Verification() {
  const { isAdmin } = useMember();
  // Staff have no verification; they review the members' requests.
  if (isAdmin) return <Navigate to="/admin/verificacoes" replace />;
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 pb-10 md:px-8 md:pt-6">
      <OwnVerification prepare={makeSmaller} />
    </div>
  );
}
