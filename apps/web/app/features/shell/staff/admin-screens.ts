import type { StaffPermission } from "@caramelo/contract/call/staff-permissions";
import {
  BadgeCheck,
  FileUser,
  Flag,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  UserRoundPlus,
  Users,
  UsersRound,
} from "lucide-react";
import { isOpen } from "../rules.ts";

type AdminScreen = { to: string; label: string; icon: LucideIcon; permission: StaffPermission };

/** The screens of the office, each with its required permission. */
export const ADMIN_SCREENS: readonly AdminScreen[] = [
  { to: "/admin", label: "Dashboard", icon: LayoutDashboard, permission: "viewDashboard" },
  { to: "/admin/usuarios", label: "Usuários", icon: Users, permission: "viewMembers" },
  { to: "/admin/cadastro-rapido", label: "Cadastro rápido", icon: UserRoundPlus, permission: "createMembers" },
  { to: "/admin/pedidos", label: "Pedidos", icon: ReceiptText, permission: "viewOrders" },
  { to: "/admin/verificacoes", label: "Verificações", icon: BadgeCheck, permission: "reviewVerifications" },
  { to: "/admin/denuncias", label: "Denúncias", icon: Flag, permission: "reviewReports" },
  { to: "/admin/autoridades", label: "Autoridades", icon: Landmark, permission: "recordAuthorities" },
  { to: "/admin/pedidos-de-dados", label: "Pedidos de dados", icon: FileUser, permission: "answerDataRequests" },
  { to: "/admin/equipe", label: "Equipe", icon: UsersRound, permission: "manageTeam" },
  { to: "/admin/auditoria", label: "Auditoria", icon: ScrollText, permission: "viewAudit" },
  { to: "/admin/emails", label: "E-mails", icon: Mail, permission: "readMails" },
  { to: "/admin/configuracoes", label: "Configurações", icon: SlidersHorizontal, permission: "changeSettings" },
  { to: "/admin/seguranca", label: "Segurança", icon: ShieldCheck, permission: "ownAccess" },
];

/**
 * Whether a screen or a subscreen is open. The dashboard matches only exactly, because all other paths start with its
 * path.
 */
export const isAdminScreenOpen = (path: string, to: string): boolean =>
  to === "/admin" ? path === to : isOpen(path, to);

/** The permission required by the open screen; undefined for screens outside the table. */
export function findScreenPermission(path: string): StaffPermission | undefined {
  return ADMIN_SCREENS.find(({ to }) => isAdminScreenOpen(path, to))?.permission;
}
