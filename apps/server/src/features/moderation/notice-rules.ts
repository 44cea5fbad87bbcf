import { brand } from "@caramelo/contract/brand";
import { NOTICE_HOURS } from "@caramelo/contract/limits";
import { composeMail } from "../mail/rules.ts";

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const PHOTO = new RegExp(`/photos/(${ID})/([0-9a-f]{32})(?:/|\\b)`, "i");
const PROFILE = new RegExp(`/perfil/(${ID})\\b`, "i");
const CHAT = new RegExp(`/mensagens\\?(?:userId|id)=(${ID})\\b`, "i");

/** The member, perhaps with one photo, that an address of ours names; undefined when it names none. */
export function readContentAddress(address: string): { memberId: string; name?: string } | undefined {
  const [, photoOf, name] = PHOTO.exec(address) ?? [];
  if (photoOf !== undefined && name !== undefined) return { memberId: photoOf.toLowerCase(), name: name.toLowerCase() };
  const [, memberId] = PROFILE.exec(address) ?? CHAT.exec(address) ?? [];
  return memberId === undefined ? undefined : { memberId: memberId.toLowerCase() };
}

/** The number that a sender quotes: the first digits of the id. */
export function noticeNumber(id: string): string {
  return id.replaceAll("-", "").slice(-10).toUpperCase();
}

const why = () => `Você recebe este e-mail porque enviou um aviso sobre conteúdo. Dúvidas: ${brand.supportEmail}.`;

/** Confirms a notice. It repeats nothing of what was typed, because anybody may have typed the address. */
export function noticeReceivedMail(id: string) {
  const words = {
    subject: "Recebemos o seu aviso",
    paragraphs: [
      `Recebemos o seu aviso sobre conteúdo no ${brand.name}. Uma pessoa da equipe analisa e responde em até ${NOTICE_HOURS} horas.`,
      `Número do aviso: ${noticeNumber(id)}.`,
    ],
    footnote: why(),
  };
  return { kind: "notice-received", ...composeMail(words) };
}

export function noticeDecidedMail(id: string, { isAccepted, answer }: { isAccepted: boolean; answer: string }) {
  const words = {
    subject: "Resposta ao seu aviso",
    paragraphs: [
      isAccepted
        ? "Analisamos o seu aviso e retiramos o conteúdo."
        : "Analisamos o seu aviso e não encontramos o que retirar.",
      `Resposta da equipe: ${answer}`,
      `Número do aviso: ${noticeNumber(id)}.`,
    ],
    footnote: why(),
  };
  return { kind: "notice-decided", ...composeMail(words) };
}

/** Calls the team to what cannot wait. It names nobody. */
export function alarmMail(origin: string, path: "/admin/denuncias" | "/admin/denuncias/avisos") {
  const words = {
    subject: "Uma denúncia grave espera por você",
    paragraphs: [
      "Algo foi escondido automaticamente e espera pela análise da equipe: uma denúncia de menor de idade, de foto inadequada ou um aviso do formulário público.",
    ],
    action: { label: "Abrir a fila", url: `${origin}${path}` },
    footnote: "Você recebe este e-mail porque faz parte da equipe.",
  };
  return { kind: "alarm", ...composeMail(words) };
}
