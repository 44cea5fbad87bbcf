import { RefreshCw } from "lucide-react";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { cx } from "~/ui/basics/cx.ts";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { FirstTexts, FirstTextTemplate } from "./first-texts.tsx";

const TITLE_ROW = "flex flex-wrap items-center justify-between";
const BOX = "min-w-0 rounded-card border border-line bg-surface p-4 sm:p-5";

/** The frame of the office, with slots for the texts of its first two screens. */
export function OfficeShape() {
  return (
    <div className="hidden flex-1 content-start md:grid-cols-[14rem_minmax(0,1fr)] md:content-stretch start-office:grid">
      <div className="flex gap-1 overflow-hidden border-b border-line bg-surface px-3 py-2 md:flex-col md:border-r md:border-b-0 md:py-4">
        {["a", "b", "c", "d", "e"].map((entry) => (
          <Skeleton key={entry} className="h-11 w-24 shrink-0 md:w-full" />
        ))}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-4 md:px-8 md:pt-6">
        <FirstTexts name="office" className="peer contents empty:hidden" />
        <div className="grid gap-4 peer-not-empty:hidden">
          <Skeleton className="h-8 w-44" />
          <Skeleton shape="card" className="h-44" />
          <Skeleton shape="card" className="h-72" />
        </div>
        <DashboardPlaces />
        <UserPlaces />
      </div>
    </div>
  );
}

/** Looks like the part of the dashboard that fills a phone's window. */
function DashboardPlaces() {
  return (
    <>
      <FirstTextTemplate kind="dashboard">
        <div className={cx(TITLE_ROW, "gap-x-6 gap-y-2")}>
          <h1 className="text-22">Dashboard</h1>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-muted">
            <p className="min-w-28">{"{counted}"}</p>
            <span className={buttonClass({ variant: "outline", size: "small" })}>
              <RefreshCw className="size-4" />
              Atualizar
            </span>
          </div>
        </div>
      </FirstTextTemplate>
      <div className={cx(BOX, "hidden has-[p]:block")}>
        <h2 className="text-18">Para fazer agora</h2>
        <FirstTexts
          name="work"
          className="mt-1 divide-y divide-line lg:grid lg:grid-cols-2 lg:gap-x-10 lg:divide-y-0"
        />
      </div>
      <FirstTextTemplate kind="no-work">
        <p className="py-3.5 pl-8">Nada na fila.</p>
      </FirstTextTemplate>
      <FirstTextTemplate kind="work">
        <div className="py-3">
          <p className="leading-[1.35] font-semibold">{"{words}"}</p>
          <p className="text-14 text-muted">{"{wait}"}</p>
        </div>
      </FirstTextTemplate>
      <div className={cx(BOX, "hidden has-[p]:block lg:has-[p]:flex lg:items-center lg:gap-8")}>
        <div className="lg:flex-1">
          <h2 className="text-18">Status online</h2>
          <FirstTexts name="availability" className="mt-0.5" />
        </div>
        <Skeleton className="mt-3.5 h-11 lg:mt-0 lg:h-17 lg:w-96" />
      </div>
      <FirstTextTemplate kind="availability">
        <p className="text-14 text-muted">{"{text}"}</p>
      </FirstTextTemplate>
    </>
  );
}

/** Looks like the list of members on a phone, whose rows are cards. The table has its own skeleton. */
function UserPlaces() {
  return (
    <>
      <FirstTextTemplate kind="users">
        <div className={cx(TITLE_ROW, "min-h-11 gap-3")}>
          <h1 className="text-22">
            Usuários <span className="text-16 font-normal text-muted tabular-nums">{"{count}"}</span>
          </h1>
        </div>
        <Skeleton className="h-12 md:h-10" />
        <Skeleton shape="card" className="h-screen max-lg:hidden" />
      </FirstTextTemplate>
      {/* Above the cards, a 44 px checkbox selects all of them. */}
      <FirstTexts name="people" className="mt-10 grid gap-3 empty:hidden lg:hidden" />
      <FirstTextTemplate kind="person">
        <div className="rounded-card border border-line bg-surface p-4 text-14 wrap-anywhere">
          <div className="flex min-h-11 items-center gap-3">
            <Skeleton className="size-4.5" />
            <div className="flex min-w-0 items-center gap-2.5">
              <Skeleton shape="round" className="size-9 shrink-0" />
              <div className="min-w-0">
                <p className="font-semibold">{"{name}"}</p>
                <p className="text-13 text-muted">{"{email}"}</p>
              </div>
            </div>
          </div>
          <p className="mt-2 text-muted">{"{facts}"}</p>
          <Skeleton className="mt-2 h-36" />
        </div>
      </FirstTextTemplate>
    </>
  );
}
