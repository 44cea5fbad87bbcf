import type { StaffRole } from "@caramelo/contract/accounts/staff-permissions";

export const roleWords: Record<StaffRole, { name: string; text: string }> = {
  owner: { name: "Administrador", text: "Pode tudo, também equipe, dinheiro e configurações." },
  moderator: { name: "Moderador", text: "Cuida dos membros: denúncias, verificações, suspensões." },
};
