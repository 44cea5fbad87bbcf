import type { ReactNode } from "react";

/** A name and its value in a description list, whose classes position both. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
