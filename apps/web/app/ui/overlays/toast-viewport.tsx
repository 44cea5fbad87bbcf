import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { cx } from "~/ui/basics/cx.ts";
import { Avatar } from "~/ui/members/avatar.tsx";
import { type ToastContent, takeToasts, toastStore } from "~/ui/overlays/toast.ts";
import { TOASTS_AT_MOST, toastDuration } from "~/ui/overlays/toast-rules.ts";

const toasts = Toast.createToastManager<ToastContent>();

function drawWaiting(): void {
  for (const toast of takeToasts()) {
    toasts.add({
      title: toast.title,
      description: toast.message,
      timeout: toastDuration(toast.type, toast.duration),
      data: toast,
    });
  }
}

function drawAllThatCome() {
  drawWaiting();
  return toastStore.subscribe(drawWaiting);
}

/** Renders toasts: above the bottom bar on phones, top right on desktops, below the top bar if any. */
export function ToastViewport() {
  useEffect(drawAllThatCome, []);
  return (
    <Toast.Provider toastManager={toasts} limit={TOASTS_AT_MOST}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label="Avisos"
          className="fixed inset-x-3 bottom-[calc(76px+env(safe-area-inset-bottom))] z-50 flex flex-col-reverse gap-3 outline-none md:inset-x-auto md:top-6 md:right-6 md:in-[body:has([data-top-bar])]:top-20 md:bottom-auto md:w-94 md:flex-col"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const manager = Toast.useToastManager<ToastContent>();
  return manager.toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={["right", "down"]} className={CARD}>
      <Toast.Content className="grid grid-cols-[auto_1fr_44px] items-start gap-3 py-3.5 pr-1 pl-4">
        {toast.data && <ToastIcon toast={toast.data} />}
        <div className="min-w-0 self-center">
          <Toast.Title
            render={<p />}
            className={cx("leading-[1.35] font-semibold wrap-break-word", toast.description == null && "py-0.5")}
          >
            {toast.data?.to ? (
              <Link to={toast.data.to} onClick={() => manager.close(toast.id)} className="after:absolute after:inset-0">
                {toast.title}
              </Link>
            ) : (
              toast.title
            )}
          </Toast.Title>
          <Toast.Description className="text-14 leading-[1.4] text-muted wrap-break-word" />
        </div>
        <Toast.Close
          aria-label="Fechar aviso"
          className="relative -my-2 grid size-11 place-items-center rounded-control text-muted hover-mouse:text-ink"
        >
          <X aria-hidden className="size-5" strokeWidth={1.75} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

// The 300 ms equal TOAST_EXIT_MS: Base UI waits for the transition before it removes the toast.
const CARD =
  "relative rounded-card border border-line bg-raised text-ink shadow-soft translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) transition-[opacity,translate] duration-300 data-swiping:transition-none data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0 data-starting-style:duration-150 data-ending-style:translate-x-6 data-ending-style:opacity-0 md:data-starting-style:-translate-y-3";

const ICONS = {
  success: <CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />,
  error: <CircleAlert aria-hidden className="size-5 text-danger" strokeWidth={1.75} />,
  warning: <TriangleAlert aria-hidden className="size-5 text-warn" strokeWidth={1.75} />,
  info: <Info aria-hidden className="size-5 text-info" strokeWidth={1.75} />,
};

/** The sender's photo, or else the icon of the toast's type. */
function ToastIcon({ toast }: { toast: ToastContent }) {
  if (toast.image === undefined) return <span className="mt-0.5">{ICONS[toast.type]}</span>;
  return <Avatar src={toast.image ?? undefined} alt="" />;
}
