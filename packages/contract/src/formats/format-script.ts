/**
 * Runs in the head of the site: where a conversation is opened by its address (`data-start`, which an earlier script has
 * written), makes the browser read the rules by which it writes times while the page still waits for its code. A slow
 * phone takes a tenth of a second for it, which would otherwise delay the messages. The content policy contains the hash
 * of this text.
 */
export const FORMAT_SCRIPT = `if(document.documentElement.dataset.start==="chat")setTimeout(function(){new Intl.DateTimeFormat("pt-BR",{timeZone:"America/Sao_Paulo",timeStyle:"short"}).format()})`;
