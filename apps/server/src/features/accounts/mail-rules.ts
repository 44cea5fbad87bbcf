import { brand } from "@caramelo/contract/brand";
import { CONFIRMATION_LINK_HOURS, RECOVERY_LINK_HOURS } from "@caramelo/contract/limits";
import { composeMail, type Words } from "../mail/rules.ts";

// A locked screen shows subjects: they say no more than any shop's mail would. Nothing that a member typed is repeated,
// so that nobody can send words of their own through us.
const NOT_YOU = "Se não foi você, ignore este email: nada muda.";
const SAFE_IF_NOT_YOU = `Se não foi você, escreva agora para ${brand.supportEmail}.`;

const letter = (kind: string, words: Words) => ({ kind, ...composeMail(words) });

export function recoveryMail(url: string) {
  return letter("recovery", {
    subject: `Seu link do ${brand.name}`,
    paragraphs: [
      `Recebemos um pedido para criar uma nova senha. O link abaixo vale por ${RECOVERY_LINK_HOURS} horas e funciona uma única vez.`,
    ],
    action: { label: "Criar nova senha", url },
    footnote: NOT_YOU,
  });
}

export function passwordChangedMail() {
  return letter("password-changed", {
    subject: `Sua senha do ${brand.name} foi alterada`,
    paragraphs: ["A senha da sua conta foi alterada agora, e saímos da sua conta nos outros aparelhos."],
    footnote: SAFE_IF_NOT_YOU,
  });
}

export function confirmationMail(url: string) {
  return letter("confirmation", {
    subject: `Confirme seu email no ${brand.name}`,
    paragraphs: [
      `Falta um passo para a sua conta começar: confirmar que este email é seu. O link vale por ${CONFIRMATION_LINK_HOURS} horas.`,
    ],
    action: { label: "Confirmar email", url },
    footnote: NOT_YOU,
  });
}

/** To the owner of an account with whose address somebody signed up again. */
export function signUpAttemptMail(origin: string) {
  return letter("sign-up-attempt", {
    subject: `Sobre o seu email no ${brand.name}`,
    paragraphs: [
      "Alguém tentou criar uma conta com este email, mas você já tem uma. Se foi você, é só entrar; se esqueceu a senha, peça uma nova na tela de entrada.",
    ],
    action: { label: "Entrar", url: `${origin}/login` },
    footnote: NOT_YOU,
  });
}

/** The same, when nobody has confirmed the address yet: who made the account may not be who reads this. */
export function pendingSignUpMail(url: string) {
  return letter("sign-up-pending", {
    subject: `Confirme seu email no ${brand.name}`,
    paragraphs: [
      `Já há um cadastro com este email, à espera de confirmação. Para confirmar que o email é seu, escolha uma senha pelo link abaixo: só ela valerá. O link vale por ${RECOVERY_LINK_HOURS} horas e funciona uma única vez.`,
    ],
    action: { label: "Confirmar email e escolher senha", url },
    footnote: NOT_YOU,
  });
}

export function emailChangeMail(url: string) {
  return letter("email-change", {
    subject: `Confirme seu novo email no ${brand.name}`,
    paragraphs: [
      `Recebemos um pedido para usar este email na sua conta. O link abaixo vale por ${CONFIRMATION_LINK_HOURS} horas; até lá vale o email de antes.`,
    ],
    action: { label: "Confirmar novo email", url },
    footnote: NOT_YOU,
  });
}

/** To the owner of an address that another account asked for. */
export function emailTakenMail() {
  return letter("email-taken", {
    subject: `Sobre o seu email no ${brand.name}`,
    paragraphs: ["Alguém pediu para usar este email em outra conta. Não deixamos: ele já é da sua."],
    footnote: NOT_YOU,
  });
}

/** To the address that an account had before. */
export function emailChangedMail() {
  return letter("email-changed", {
    subject: `O email da sua conta no ${brand.name} mudou`,
    paragraphs: ["A sua conta agora usa outro email. Este não serve mais para entrar."],
    footnote: SAFE_IF_NOT_YOU,
  });
}
