import { Bell, Heart, type LucideIcon, MessageCircle, Search } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { GRID_CLASS } from "~/ui/basics/grid-class.ts";
import { Skeleton, SkeletonCard } from "~/ui/states/skeleton.tsx";
import { Spinner } from "~/ui/states/spinner.tsx";
import { BrandLink } from "../brand-link.tsx";
import { BAR_CLASS, BAR_ROW_CLASS, EntryContent, entryClass, TAB_CLASS, TABS_CLASS } from "../navigation/bar-entry.tsx";
import { ScreenBand } from "../screen/screen-band.tsx";
import { MessagesShape } from "./messages-shape.tsx";
import { OfferPlace } from "./offer-place.tsx";
import { OfficeShape } from "./office-shape.tsx";

/**
 * The bars and the shape of a screen while the session (and in prerendered HTML the address) is unknown. CSS selects
 * the shape by an attribute that head-scripts.ts derives from the address. Only `FirstPhoto` and `FirstTexts` show
 * content.
 */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-(--tabs) start-chat:max-md:pb-0">
      <header className={cx(BAR_CLASS, "start-chat:max-md:hidden")}>
        <div className={BAR_ROW_CLASS}>
          <BrandLink to="/" className="mr-auto" />
          <DesktopEntries />
          <Spinner className="mx-3 size-5 text-muted" />
        </div>
      </header>
      <main className="flex flex-1 flex-col">
        <p role="status" className="sr-only">
          Carregando…
        </p>
        <ScreenBand isWide className="max-md:hidden start-profile:hidden start-office:hidden">
          <Skeleton className="h-5 w-28" />
        </ScreenBand>
        <Shapes />
        <div aria-hidden className="contents">
          <OfficeShape />
        </div>
      </main>
      <PhoneEntries />
    </div>
  );
}

/** The bars of staff, who start in the office, have no such entries. */
const MEMBERS_ONLY = "start-office:hidden";

const ENTRIES: readonly { icon: LucideIcon; label: string; className?: string }[] = [
  { icon: Search, label: "Buscar" },
  { icon: MessageCircle, label: "Mensagens", className: MEMBERS_ONLY },
  { icon: Heart, label: "Favoritos", className: MEMBERS_ONLY },
];

function DesktopEntries() {
  return (
    <div aria-hidden className="flex h-full items-center gap-1 max-md:hidden">
      {ENTRIES.map(({ icon, label, className }) => (
        <span key={label} className={cx(entryClass(false), className)}>
          <EntryContent icon={icon} label={label} isHere={false} />
        </span>
      ))}
      <span className="grid size-11 place-items-center text-ink">
        <Bell className="size-5" strokeWidth={1.75} />
      </span>
      <Skeleton shape="round" className="ml-3 size-9" />
    </div>
  );
}

function PhoneEntries() {
  return (
    <div aria-hidden className={cx(TABS_CLASS, "start-chat:hidden")}>
      {[...ENTRIES, { icon: Bell, label: "Notificações", className: "" }].map(({ icon: Icon, label, className }) => (
        <span key={label} className={cx(TAB_CLASS, "font-medium text-muted", className)}>
          <Icon className="size-5.5" strokeWidth={1.75} />
          {label}
        </span>
      ))}
      <span className={cx(TAB_CLASS, "font-medium text-muted")}>
        <Skeleton shape="round" className="-my-px size-6" />
        Perfil
      </span>
    </div>
  );
}

/** CSS shows only one of these shapes. */
function Shapes() {
  return (
    <div
      aria-hidden
      className="mx-auto flex w-full max-w-page flex-1 flex-col start-office:hidden start-cards:max-w-shell start-profile:max-w-shell start-chat:max-w-shell start-rows:max-w-shell"
    >
      <div className="hidden px-4 pt-4 pb-10 md:px-8 md:pt-5 start-cards:block">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5.5 pb-3 md:hidden">
          <Skeleton className="h-4.5 w-3/4" />
          <Skeleton className="-mb-3.5 hidden h-9 w-80 max-w-full start-search:block" />
          <Skeleton className="h-11 w-27" />
        </div>
        <div className={GRID_CLASS}>
          {Array.from({ length: 12 }, (_, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are alike
            at < 2 ? <FirstPhoto key={at} className="aspect-3/4 rounded-card" /> : <SkeletonCard key={at} />,
          )}
        </div>
      </div>
      <MessagesShape />
      <div className="hidden px-4 md:grid-cols-[20rem_minmax(0,1fr)] md:gap-x-8 md:px-8 md:pt-17 lg:grid-cols-[24.5rem_minmax(0,1fr)] min-[100rem]:grid-cols-[31rem_minmax(0,1fr)] lg:gap-x-12 start-profile:grid">
        <FirstPhoto className="-mx-4 h-[min(110vw,70svh)] md:mx-0 md:aspect-3/4 md:h-auto md:rounded-card" />
        <div className="grid content-start gap-4 pt-4">
          <Skeleton className="h-10 w-56 max-md:hidden" />
          <Skeleton className="h-8 w-44" />
          <Skeleton className="h-13" />
          <Skeleton className="h-32" />
        </div>
      </div>
      <div className="hidden px-4 pt-1 md:px-8 md:pt-3 start-own:block">
        <Skeleton className="mt-3 mb-4 h-5 w-20 md:mb-6" />
        <OwnProfileShape />
      </div>
      <OfferPlace />
      <div className="peer-not-empty:hidden">
        <div className="hidden gap-4 px-4 pt-5 md:px-8 start-page:grid">
          <Skeleton className="h-8 w-44 md:hidden" />
          <Skeleton shape="card" className="h-44" />
          <Skeleton shape="card" className="h-72" />
        </div>
      </div>
    </div>
  );
}

/**
 * The server writes the member's first photo here (platform/pages/member-page.ts), so that it shows before the scripts
 * run. It is cropped as on the screen.
 */
function FirstPhoto({ className }: { className: string }) {
  return (
    <span
      data-first-photo
      className={cx(
        "block overflow-hidden bg-line empty:animate-pulse *:size-full *:object-cover *:object-[50%_28%]",
        className,
      )}
    />
  );
}

/**
 * Looks like `OwnProfileSkeleton`, which cannot be imported here: a file shared by the screen and this skeleton would
 * be loaded with every page.
 */
function OwnProfileShape() {
  return (
    <div className="grid gap-5 md:gap-6 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
      <div className="grid grid-cols-[min(6.5rem,30vw)_minmax(0,1fr)] content-start gap-x-4 gap-y-3.5 md:grid-cols-[10.5rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-7 md:gap-y-5">
        <Skeleton shape="card" className="aspect-3/4 self-start md:row-span-2" />
        <div className="grid content-start gap-3 md:pt-3">
          <Skeleton className="h-8 w-40 max-w-full md:h-10" />
          <Skeleton className="h-9 w-28" />
          <Skeleton shape="round" className="h-8 w-28" />
        </div>
        <div className="col-span-full grid content-start gap-2 md:col-span-1 md:col-start-2 md:flex">
          <Skeleton className="h-11 md:w-38" />
          <Skeleton className="h-11 md:w-62" />
        </div>
      </div>
      <Skeleton shape="card" className="h-46 lg:h-63" />
      <div className="grid grid-cols-3 content-start gap-2.5 border-t border-line pt-4 md:grid-cols-5 md:gap-3 md:pt-5">
        <Skeleton className="col-span-full h-6 w-28" />
        {["a", "b", "c", "d", "e"].map((slot) => (
          <Skeleton key={slot} shape="card" className="aspect-3/4" />
        ))}
      </div>
    </div>
  );
}
