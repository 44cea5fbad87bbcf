import { TeamActions } from "~/features/audit/team-actions.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("O que a equipe fez");

export default function TeamActionsScreen() {
  return (
    <div className="grid gap-4">
      <h1 className="text-22">O que a equipe fez</h1>
      <TeamActions />
    </div>
  );
}
