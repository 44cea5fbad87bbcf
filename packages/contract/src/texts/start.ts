// Texts for pages whose scripts do not run, written into the built pages. Not in an object, because the build could not
// drop an object from the browser's code.

export const OLD_BROWSER_TEXT =
  "Este navegador é antigo demais para o site. Atualize o navegador ou o sistema do aparelho, ou abra a página em outro.";
export const NO_SCRIPTS_TEXT =
  "O site precisa de JavaScript. Ative o JavaScript nas configurações do navegador e abra a página de novo.";
export const OPEN_AGAIN_TEXT = "Abrir de novo";
