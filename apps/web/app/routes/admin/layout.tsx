import { Outlet } from "react-router";
import { SessionGate } from "~/features/accounts/gates/session-gate.tsx";
import { AdminNav } from "~/features/shell/admin-nav.tsx";

/** The administration. The server checks the role at every call; this guard only hides the screens from others. */
export default function AdminLayout() {
  return (
    <SessionGate access="admin" loading={null}>
      <div className="grid flex-1 content-start md:grid-cols-[224px_minmax(0,1fr)] md:content-stretch">
        <AdminNav />
        <div className="min-w-0 px-4 py-4 md:px-8 md:py-6">
          <Outlet />
        </div>
      </div>
    </SessionGate>
  );
}
