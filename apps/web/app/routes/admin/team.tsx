import { Team } from "~/features/accounts/staff/team.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Equipe");

export default function TeamPage() {
  return (
    <div className="grid gap-4">
      <h1 className="text-22">Equipe</h1>
      <Team />
    </div>
  );
}
