/** Texts that any screen may show. No imports, so that a screen with these texts loads nothing else. */

export const commonErrors = {
  VALIDATION_ERROR: "Por favor, corrija os erros no formulário",
  RATE_LIMIT_EXCEEDED: "Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.",
  SERVICE_BUSY: "Tem muita gente por aqui agora. Tente de novo em alguns segundos.",
  UNKNOWN_ERROR: "Ocorreu um erro inesperado. Tente novamente em alguns instantes.",
  /** Browser only: the request got no answer. */
  NETWORK_ERROR: "Problema de conexão. Verifique sua internet e tente novamente.",
} as const;

/** A part of the site failed to load, not for the first time. */
export const RELOAD_PAGE = "Problema de conexão. Verifique sua internet e recarregue a página.";

/** Shown on the profile of a made-up demo member, and in the conversation with one. */
export const DEMO_LABEL = "Perfil de demonstração";

/** The button under a text with hidden lines, and its label once all are shown. */
export const SHOW_MORE = "Ver mais";
export const SHOW_LESS = "Ver menos";

export const commonTexts = {
  offline: "Você está offline. Verifique sua conexão com a internet.",
  /** Precedes the end of the request id, by which support finds an unexpected error in the log. */
  errorCode: "Código do erro:",
} as const;
