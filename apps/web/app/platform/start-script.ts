/**
 * Runs in the head before the first paint and chooses the skeleton of a cold start by the address alone (the variants
 * `start-…` of app.css). The content policy contains the hash of this text.
 */
export const START_SCRIPT = `var s=location.pathname.split("/");document.documentElement.dataset.start=s[1]==="busca"?"cards search":/^(favoritos|visitas)$/.test(s[1])?"cards":s[1]==="mensagens"?/[?&](userId|id)=/.test(location.search)?"chat":"rows":s[1]==="admin"?"office":s[1]!=="perfil"?"page":s[2]||/[?&]ver=/.test(location.search)?"profile":"own"`;
