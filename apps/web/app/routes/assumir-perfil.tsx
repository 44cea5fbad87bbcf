import { ClaimProfile } from "~/features/accounts/claim/claim-profile.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Assumir perfil");

export default function Claim() {
  return <ClaimProfile />;
}
