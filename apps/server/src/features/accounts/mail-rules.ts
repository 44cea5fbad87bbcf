import { brand } from "@caramelo/contract/brand";
import { CONFIRMATION_LINK_HOURS, RECOVERY_LINK_HOURS } from "@caramelo/contract/limits";
import { composeMail, type Words } from "../mail/rules.ts";

// A locked screen shows subjects, so they say no more than the mail of any shop. No mail repeats what a member typed, so
// that nobody can send text of their own through us.
const NOT_YOU = "Se não foi você, ignore este e-mail: nada muda.";
const SAFE_IF_NOT_YOU = `Se não foi você, escreva agora para ${brand.supportEmail}.`;

const mail = (kind: string, words: Words) => ({ kind, ...composeMail(words) });

export function recoveryMail(url: string) {
  return mail("recovery", {
    subject: `Seu link do ${brand.name}`,
    paragraphs: [
      `Recebemos um pedido para criar uma nova senha. O link abaixo vale por ${RECOVERY_LINK_HOURS} horas e funciona uma única vez.`,
    ],
    action: { label: "Criar nova senha", url },
    footnote: NOT_YOU,
  });
}

export function passwordChangedMail() {
  return mail("password-changed", {
    subject: `Sua senha do ${brand.name} foi alterada`,
    paragraphs: ["A senha da sua conta foi alterada agora, e saímos da sua conta nos outros aparelhos."],
    footnote: SAFE_IF_NOT_YOU,
  });
}

export function confirmationMail(url: string) {
  return mail("confirmation", {
    subject: `Confirme seu e-mail no ${brand.name}`,
    paragraphs: [
      `Falta um passo para a sua conta começar: confirmar que este e-mail é seu. O link vale por ${CONFIRMATION_LINK_HOURS} horas.`,
    ],
    action: { label: "Confirmar e-mail", url },
    footnote: NOT_YOU,
  });
}

/** Goes to the owner of an account when somebody signs up again with its address. */
export function signUpAttemptMail(origin: string) {
  return mail("sign-up-attempt", {
    subject: `Sobre o seu e-mail no ${brand.name}`,
    paragraphs: [
      "Alguém tentou criar uma conta com este e-mail, mas você já tem uma. Se foi você, é só entrar; se esqueceu a senha, peça uma nova na tela de entrada.",
    ],
    action: { label: "Entrar", url: `${origin}/login` },
    footnote: NOT_YOU,
  });
}

/** Goes to who asks for a new password while a sign-up, perhaps a stranger's, awaits confirmation. It holds no secret. */
export function pendingSignUpMail(origin: string) {
  return mail("sign-up-pending", {
    subject: `Sobre o seu e-mail no ${brand.name}`,
    paragraphs: [
      "Recebemos um pedido para criar uma nova senha. Há um cadastro com este e-mail, mas ele ainda não foi confirmado.",
      "Se o cadastro é seu e você lembra da senha, abra o link do e-mail de confirmação; na tela de entrada dá para pedir outro. Se não lembra, ou se não foi você que o fez, cadastre-se de novo: o novo cadastro substitui o anterior por inteiro.",
    ],
    action: { label: "Fazer um novo cadastro", url: `${origin}/cadastro` },
    footnote: NOT_YOU,
  });
}

export function emailChangeMail(url: string) {
  return mail("email-change", {
    subject: `Confirme seu novo e-mail no ${brand.name}`,
    paragraphs: [
      `Recebemos um pedido para usar este e-mail na sua conta. O link abaixo vale por ${CONFIRMATION_LINK_HOURS} horas; até lá vale o e-mail de antes.`,
    ],
    action: { label: "Confirmar novo e-mail", url },
    footnote: NOT_YOU,
  });
}

/** Goes to the owner of an address that another account asked for. */
export function emailTakenMail() {
  return mail("email-taken", {
    subject: `Sobre o seu e-mail no ${brand.name}`,
    paragraphs: ["Alguém pediu para usar este e-mail em outra conta. Não deixamos: ele já é da sua."],
    footnote: NOT_YOU,
  });
}

/** Goes to the address that an account had before. */
export function emailChangedMail() {
  return mail("email-changed", {
    subject: `O e-mail da sua conta no ${brand.name} mudou`,
    paragraphs: ["A sua conta agora usa outro e-mail. Este não serve mais para entrar."],
    footnote: SAFE_IF_NOT_YOU,
  });
}
