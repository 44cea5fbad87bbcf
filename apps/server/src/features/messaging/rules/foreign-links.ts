/** Well-known sites without payments or dates, so that a link to them needs no warning. */
const KNOWN_PLACES = [
  "youtube.com",
  "youtu.be",
  "spotify.com",
  "deezer.com",
  "letras.mus.br",
  "soundcloud.com",
  "imdb.com",
  "google.com",
  "google.com.br",
  "maps.app.goo.gl",
  "waze.com",
  "wikipedia.org",
  "duolingo.com",
  "chess.com",
  "globo.com",
  "uol.com.br",
  "terra.com.br",
  "r7.com",
  "estadao.com.br",
  "cnnbrasil.com.br",
  "bbc.com",
  "abril.com.br",
  "netflix.com",
  "primevideo.com",
  "hbomax.com",
  "max.com",
  "disneyplus.com",
  "ingresso.com",
  "sympla.com.br",
  "eventim.com.br",
  "cinemark.com.br",
  "booking.com",
  "airbnb.com",
  "airbnb.com.br",
  "tripadvisor.com.br",
  "tripadvisor.com",
  "decolar.com",
  "latamairlines.com",
  "voegol.com.br",
  "voeazul.com.br",
  "ifood.com.br",
  "tudogostoso.com.br",
  "amazon.com.br",
  "amazon.com",
  "mercadolivre.com.br",
  "magazineluiza.com.br",
  "magalu.com",
  "americanas.com.br",
  "estantevirtual.com.br",
  "olx.com.br",
  "climatempo.com.br",
  "linkedin.com",
  "github.com",
  "canva.com",
  "strava.com",
  "catho.com.br",
  "goodreads.com",
  "skoob.com.br",
  "letterboxd.com",
  "usp.br",
  "unicamp.br",
];
// The first four endings are those of the state and of schools.
const KNOWN_ENDINGS = [".gov.br", ".edu.br", ".jus.br", ".leg.br", ...KNOWN_PLACES.map((place) => `.${place}`)];
const KNOWN = new Set(KNOWN_PLACES);
/** On Instagram and TikTok only posts and videos are harmless, because they can be seen without an account. */
const POSTS = /^(?:www\.)?(?:instagram\.com\/(?:p|reel|reels)\/|tiktok\.com\/@[\w.]{1,40}\/video\/)/;

const SCHEME = /\b(?:https?|hxxps?):\/\/(\S{4,200})/g;
// Endings that are no Portuguese words, so that a full stop without a blank after it does not look like a host.
const HOST =
  /(?<![\w@.-])((?:[a-z0-9-]{1,40}\.){1,4}(?:com|net|org|br|site|online|club|bet|xyz|info|app|shop|store|vip|gd|ly|icu|biz))(?![\w-]|\.[a-z])(\/\S{0,100})?/g;
// Endings that are words as well: a host with them counts only with a path, or with a hyphen or a digit in its name.
const DOUBTFUL_HOST =
  /(?<![\w@.-])((?:[a-z0-9-]{1,40}\.){1,3}(?:me|top|live|link|co|tv|io|cc|fun|win|ee|gl|at|to))(\/\S{1,100})?(?![\w.-])/g;
const DICTATED =
  /\s{0,5}[([]\s{0,5}ponto\s{0,5}[)\]]\s{0,5}|\s{1,5}ponto\s{1,5}(?=(?:com|net|org|site|br)\b(?:\s{0,5}(?:$|[,.;!?/])|\s{1,5}(?:ponto|barra)\b))/g;
const SPREAD = /\bwww\s{0,5}\.\s{0,5}([a-z0-9-]{1,40})\s{0,5}\.\s{0,5}(?=[a-z]{2,6}\b)/g;
const SMALL_WORD = /^(?:no|do|ao|um|de|o|a|nesse|esse|meu|seu|em)$/;

/** Whether a text that went through `flattenText` has a link to a site that is not among the known places. */
export function hasForeignLink(flat: string): boolean {
  const text = flat.replace(SPREAD, "www.$1.").replace(DICTATED, ".");
  for (const [, place = ""] of text.matchAll(SCHEME)) if (!isKnownPlace(place)) return true;
  for (const [, host = "", path = ""] of text.matchAll(HOST))
    if (!SMALL_WORD.test(host.split(".")[0] ?? "") && !isKnownPlace(host + path)) return true;
  for (const [, host = "", path = ""] of text.matchAll(DOUBTFUL_HOST))
    if ((path !== "" || /[-\d]/.test(host)) && !isKnownPlace(host + path)) return true;
  return false;
}

function isKnownPlace(place: string): boolean {
  if (POSTS.test(place)) return true;
  const host = place.split(/[/?#:]/)[0]?.replace(/(?<![.,;!)])[.,;!)]+$/, "") ?? "";
  return KNOWN.has(host) || KNOWN_ENDINGS.some((ending) => host.endsWith(ending));
}
