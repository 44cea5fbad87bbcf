/**
 * Runs in the head of the site. If the address opens a conversation (`data-start`, set by an earlier script), makes the
 * browser load its time-formatting rules while the page waits for its code. This takes a tenth of a second on a slow
 * phone, and would otherwise delay the messages. The content policy contains the hash of this text.
 */
export const FORMAT_SCRIPT = `if(document.documentElement.dataset.start==="chat")setTimeout(function(){new Intl.DateTimeFormat("pt-BR",{timeZone:"America/Sao_Paulo",timeStyle:"short"}).format()})`;
