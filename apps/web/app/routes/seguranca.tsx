import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Segurança");

export default function SafetyTips() {
  return <ComingFace as="h1" title="Segurança" />;
}
