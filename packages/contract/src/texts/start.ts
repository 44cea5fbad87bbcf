// Texts that a page shows where its scripts do not run. They are written into the built pages. No object holds them,
// because the build could not leave an object out of the code for browsers.

export const OLD_BROWSER_TEXT =
  "Este navegador é antigo demais para o site. Atualize o navegador ou o sistema do aparelho, ou abra a página em outro.";
export const NO_SCRIPTS_TEXT =
  "O site precisa de JavaScript. Ative o JavaScript nas configurações do navegador e abra a página de novo.";
export const OPEN_AGAIN_TEXT = "Abrir de novo";
