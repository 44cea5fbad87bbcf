import { formatReais } from "@caramelo/contract/formats/money";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { BadgeCheck, Flag, LogOut, RadioTower, ReceiptText, RefreshCw, SunMoon, UserRound } from "lucide-react";
import { useNavigate } from "react-router";
import { productWords, stateWords } from "~/features/billing/rules.ts";
import { findOrders } from "~/features/billing/staff/queries.ts";
import { findFirstCase } from "~/features/moderation/staff/queries.ts";
import { findUsers } from "~/features/office-members/queries.ts";
import { editorOf } from "~/features/office-members/rules.ts";
import { useOnlineStatusUpdate } from "~/features/presence/availability-queries.ts";
import { Palette } from "~/features/shell/palette/palette.tsx";
import type { PaletteEntry, PaletteSource } from "~/features/shell/palette/palette-rules.ts";
import { ADMIN_SCREENS } from "~/features/shell/staff/admin-screens.ts";
import { useSignOut } from "~/features/shell/use-sign-out.ts";
import { useRecount } from "~/features/statistics/queries.ts";
import { findFirstRequest } from "~/features/verification/staff/queries.ts";
import { staffTexts } from "~/features/verification/staff/rules.ts";
import { messageOf } from "~/platform/api.ts";
import { type SessionUser, useMember } from "~/platform/session.ts";
import { mayStaff } from "~/platform/staff.ts";
import { switchTheme } from "~/platform/theme.ts";
import { showToast } from "~/ui/overlays/toast.ts";

/** The palette with the actions, screens and searches allowed for the person's role. */
export function OfficePalette({ onClose }: { onClose: () => void }) {
  const me = useMember();
  const groups = [
    { name: "Ações", entries: useActions(me) },
    { name: "Telas", entries: listScreens(me) },
  ];
  return <Palette groups={groups} sources={listSources(me)} onClose={onClose} />;
}

const listScreens = (me: SessionUser): PaletteEntry[] =>
  ADMIN_SCREENS.filter(({ permission }) => mayStaff(me, permission)).map((screen) => ({ key: screen.to, ...screen }));

function useActions(me: SessionUser): PaletteEntry[] {
  const openFirst = useOpenFirst();
  const online = useOnlineStatusUpdate();
  const recount = useRecount();
  const { leave } = useSignOut();
  const entries: (PaletteEntry | false)[] = [
    mayStaff(me, "reviewVerifications") && {
      key: "verification",
      label: "Próxima verificação",
      icon: BadgeCheck,
      run: () => openFirst(findFirstRequest, "/admin/verificacoes", staffTexts.queueDone),
    },
    mayStaff(me, "reviewReports") && {
      key: "case",
      label: "Próxima denúncia",
      icon: Flag,
      run: () => openFirst(findFirstCase, "/admin/denuncias", "Nenhuma denúncia na fila"),
    },
    mayStaff(me, "viewDashboard") && {
      key: "recount",
      label: "Atualizar números",
      icon: RefreshCw,
      run: () =>
        // The palette and its `mutate` callbacks are gone by the time of the answer.
        void recount.mutateAsync().then(
          () => showToast({ type: "success", title: "Números atualizados" }),
          (error: unknown) => showToast({ type: "error", title: "Erro", message: messageOf(error) }),
        ),
    },
    mayStaff(me, "updateOnlineStatus") && {
      key: "online",
      label: "Atualizar status online",
      icon: RadioTower,
      needsWholeWords: true,
      run: online.start,
    },
    { key: "theme", label: "Tema claro ou escuro", icon: SunMoon, run: switchTheme },
    { key: "sign-out", label: "Sair", icon: LogOut, needsWholeWords: true, run: () => void leave() },
  ];
  return entries.filter((entry) => entry !== false);
}

/** Opens the first waiting entry of a queue; says so if there is none. */
function useOpenFirst() {
  const navigate = useNavigate();
  return (findFirst: () => Promise<string | undefined>, queue: string, doneText: string) =>
    void findFirst().then(
      (id) => (id === undefined ? showToast({ type: "info", title: doneText }) : void navigate(`${queue}/${id}`)),
      (error: unknown) => showToast({ type: "error", title: "Erro", message: messageOf(error) }),
    );
}

/** How many people or orders the palette lists. The list screens show the others. */
const FOUND_AT_MOST = 8;

function listSources(me: SessionUser): PaletteSource[] {
  const sources: (PaletteSource | false)[] = [
    mayStaff(me, "viewMembers") && {
      name: "Pessoas",
      find: async (q, signal) =>
        (await findUsers(q, signal))
          .slice(0, FOUND_AT_MOST)
          .map(({ id, name, age, email, city }) => ({
            key: id,
            label: `${name}, ${age}`,
            hint: `${email} · ${city}`,
            icon: UserRound,
            to: editorOf(id),
          })),
    },
    mayStaff(me, "viewOrders") && {
      name: "Pedidos",
      find: async (q, signal) =>
        (await findOrders(q, signal))
          .slice(0, FOUND_AT_MOST)
          .map(({ order, buyer }) => ({
            key: order.id,
            label: `${productWords[order.product].name}, ${formatReais(order.centavos)}`,
            hint: `${buyer.name} · ${buyer.email ?? adminMessages.erasedAccount} · ${stateWords[order.state].text}`,
            icon: ReceiptText,
            to: `/admin/pedidos/${order.id}`,
          })),
    },
  ];
  return sources.filter((source) => source !== false);
}
