import { LayoutDashboard } from "lucide-react";
import { ComingSoon } from "~/features/shell/coming-soon.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Dashboard");

export default function Dashboard() {
  return (
    <>
      <h1 className="text-22">Dashboard</h1>
      <ComingSoon icon={<LayoutDashboard aria-hidden className="text-primary" />} />
    </>
  );
}
