import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import { staffRoleNames } from "@caramelo/contract/texts/admin";

export const roleWords: Record<StaffRole, { name: string; text: string }> = {
  owner: { name: staffRoleNames.owner, text: "Pode tudo, também equipe, dinheiro e configurações." },
  moderator: { name: staffRoleNames.moderator, text: "Cuida dos membros: denúncias, verificações, suspensões." },
};
