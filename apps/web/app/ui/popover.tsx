import { drawEarlyTrigger, useOnDemand } from "~/ui/on-demand.ts";
import type { PopoverProps } from "~/ui/popover-box.tsx";

const load = () => import("~/ui/popover-box.tsx");

/** A dropdown that holds more than a menu: notifications, the last conversations. On phones use a sheet. */
export function Popover(props: PopoverProps) {
  const { part, want } = useOnDemand(load);
  return part ? <part.PopoverBox {...props} /> : drawEarlyTrigger(props.trigger, "dialog", load, want);
}
