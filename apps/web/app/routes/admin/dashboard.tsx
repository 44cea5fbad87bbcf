import { LayoutDashboard } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Dashboard");

export default function Dashboard() {
  return (
    <>
      <h1 className="text-22">Dashboard</h1>
      <ComingFace icon={<LayoutDashboard aria-hidden className="text-primary" />} />
    </>
  );
}
