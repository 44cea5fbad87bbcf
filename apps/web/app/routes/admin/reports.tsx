import { Flag } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Denúncias");

export default function Reports() {
  return (
    <>
      <h1 className="text-22">Denúncias</h1>
      <ComingFace icon={<Flag aria-hidden className="text-primary" />} />
    </>
  );
}
