import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Confirmar email");

export default function ConfirmEmail() {
  return <ComingFace as="h1" title="Confirmar email" />;
}
