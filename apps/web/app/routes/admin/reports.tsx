import { Flag } from "lucide-react";
import { ComingSoon } from "~/features/shell/coming-soon.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Denúncias");

export default function Reports() {
  return (
    <>
      <h1 className="text-22">Denúncias</h1>
      <ComingSoon icon={<Flag aria-hidden className="text-primary" />} />
    </>
  );
}
