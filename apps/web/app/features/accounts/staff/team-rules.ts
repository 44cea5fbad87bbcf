import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import { relativeTime } from "@caramelo/contract/formats/ages";
import { countWords } from "@caramelo/contract/formats/counts";
import { RECOVERY_LINK_HOURS } from "@caramelo/contract/limits";
import { adminMessages, staffRoleNames } from "@caramelo/contract/texts/admin";
import type { Colleague, TeamAction } from "./queries.ts";

export const roleWords: Record<StaffRole, { name: string; text: string }> = {
  owner: { name: staffRoleNames.owner, text: "Pode tudo, também equipe, dinheiro e configurações." },
  moderator: { name: staffRoleNames.moderator, text: "Cuida dos membros: denúncias, verificações, suspensões." },
};

type Person = Pick<Colleague, "name" | "email" | "isSelf" | "isInvited" | "isInvitationExpired">;
type Question = { title: string; text: string; confirmLabel: string; tone: "primary" | "danger" };

/** The confirmation question before an action on a staff member. */
export function confirmTeamAction(action: TeamAction, person: Person): Question {
  const { name, email, isSelf, isInvited, isInvitationExpired } = person;
  const self = isSelf ? " É a sua própria conta." : "";
  if (action.kind === "invitation") {
    const text = isInvitationExpired
      ? `Um link novo vai para ${email} e vale por ${RECOVERY_LINK_HOURS} horas.`
      : `Um link novo vai para ${email}, e o anterior deixa de valer.`;
    return { title: `Enviar o convite de ${name} de novo?`, text, confirmLabel: "Enviar de novo", tone: "primary" };
  }
  if (action.kind === "role") {
    const { name: role, text } = roleWords[action.role];
    const ends = isSelf ? " As suas outras sessões acabam." : " As sessões abertas acabam, e a pessoa entra de novo.";
    return {
      title: `Passar ${name} para ${role}?`,
      text: text + ends + self,
      confirmLabel: "Mudar função",
      tone: "primary",
    };
  }
  if (action.kind === "access" && action.isActive) {
    const text = "A pessoa volta a entrar com a senha e a função que tinha.";
    return { title: `Devolver o acesso de ${name}?`, text, confirmLabel: "Devolver acesso", tone: "primary" };
  }
  if (action.kind === "access") {
    const text = isInvited
      ? "O convite é desfeito: o link deixa de valer, e a pessoa sai da lista. Para chamá-la, convide de novo."
      : `Todas as sessões acabam agora, e a pessoa não entra mais.${self}`;
    return { title: `Retirar o acesso de ${name}?`, text, confirmLabel: "Retirar acesso", tone: "danger" };
  }
  if (action.kind === "factor") {
    const text = `Para quem perdeu o celular. Todas as sessões acabam, e a senha basta até a pessoa configurar outra vez.${self}`;
    return { title: `Remover as duas etapas de ${name}?`, text, confirmLabel: "Remover", tone: "danger" };
  }
  const { title, text, label } = adminMessages.endSessions;
  return { title: title(name), text: text + self, confirmLabel: label, tone: "danger" };
}

/** The toast after an action on a staff member. */
export function doneText(action: TeamAction, name: string): string {
  if (action.kind === "role") return `${name} agora tem a função ${roleWords[action.role].name}`;
  if (action.kind === "invitation") return `Convite enviado de novo a ${name}`;
  if (action.kind === "factor") return `Duas etapas de ${name} removidas`;
  if (action.kind === "sessions") return adminMessages.endSessions.done(name);
  return action.isActive ? `${name} tem acesso de novo` : `${name} não tem mais acesso`;
}

/** The mark of an invited person who has not set a password yet. */
export const invitationMark = ({ isInvitationExpired }: Pick<Colleague, "isInvitationExpired">) =>
  isInvitationExpired
    ? ({ text: "Convite vencido", tone: "warn" } as const)
    : ({ text: "Convite enviado", tone: "info" } as const);

type Presence = Pick<Colleague, "sessions" | "lastSeenAt" | "isInvited" | "isInvitationExpired">;

/** How many sessions a staff member has open, and when they were last active. */
export function sessionsText(person: Presence, now: Date): string {
  const { sessions, lastSeenAt, isInvited, isInvitationExpired } = person;
  if (isInvitationExpired) return "O link não vale mais, e a senha não foi criada";
  if (isInvited) return "Ainda não criou a senha";
  const open = countWords(sessions, "sessão aberta", "sessões abertas");
  if (lastSeenAt === null) return `${open}, nunca entrou`;
  const ago = relativeTime(lastSeenAt, now.getTime());
  return ago === "Agora" ? `${open}, ativa agora` : `${open}, última há ${ago}`;
}
