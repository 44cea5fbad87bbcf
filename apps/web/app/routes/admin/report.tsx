import { useParams } from "react-router";
import { CaseView } from "~/features/moderation/staff/case-view.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Denúncia");

export default function Report() {
  const { id = "" } = useParams();
  return <CaseView id={id} />;
}
