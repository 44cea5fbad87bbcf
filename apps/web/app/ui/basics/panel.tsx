import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";

/** The empty state of a dropdown or of the sheet that replaces it on phones. */
export function PanelEmpty({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 px-5 pt-6 pb-9 text-center text-muted">
      <span className="grid size-12 place-items-center rounded-full bg-tint">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <p>{children}</p>
    </div>
  );
}

export function PanelSkeleton() {
  return <SkeletonRows count={3} />;
}
