import { isCleanText, tidyText } from "@caramelo/contract/call/characters";
import { tidyLine } from "@caramelo/contract/call/text";
import { contract } from "@caramelo/contract/contract";
import { foldText } from "@caramelo/contract/formats/fold-text";
import { countCharacters } from "@caramelo/contract/formats/graphemes";
import { fillText } from "@caramelo/contract/mail/texts";
import { expect, test } from "vitest";
import { composeMail } from "../base/mail/rules.ts";
import { deviceName, makeAddress } from "../features/accounts/rules.ts";
import { normalizeDocument } from "../features/bans/rules.ts";
import { toCsv } from "../features/billing/csv-rules.ts";
import { readSearch } from "../features/billing/search-rules.ts";
import { mayBeCity } from "../features/favorites/rules.ts";
import { readContentAddress } from "../features/moderation/notice-rules.ts";
import { judgeName } from "../features/profiles/name-rules.ts";
import { foldCityText } from "../platform/cities/cities.ts";
import { normalizeEmail } from "../platform/delivery/mailbox-rules.ts";
import { senderOf } from "../platform/delivery/mailer.ts";
import { listTags } from "../platform/http/exchange.ts";
import { findEncoding } from "../platform/pages/built-files.ts";
import { pathOfPage } from "../platform/pages/pages.ts";
import { listRuns } from "../testing/hostile-texts.ts";
import { listSuperlinear } from "../testing/reading-cost.ts";
import { seedOfVisit } from "./first-answers-rules.ts";

const LENGTH = 4_000;
const RUNS = listRuns(LENGTH);
/** Texts for the rules of the second test, which read texts only after they were tidied. */
const TIDY_RUNS = RUNS.map(tidyText);

test.each<[string, (text: string) => unknown]>([
  ["tidied", tidyText],
  ["put on one line", tidyLine],
  ["judged clean", isCleanText],
  ["counted", countCharacters],
  [
    "read as where to push",
    (text) => contract.notifications.unsubscribe.body.safeParse({ endpoint: `https://${text}` }),
  ],
  ["read as a path of the site", pathOfPage],
  ["read as the encodings of a browser", (header) => findEncoding(["br"], header)],
  ["read as kept tags", listTags],
  ["read as cookies", seedOfVisit],
  ["read as the name of a browser", deviceName],
  ["read as a browser that may be Safari", (text) => deviceName(`Version/1${text}`)],
])("[T76] text from outside is %s in time proportional to its length", (_, readText) => {
  expect(listSuperlinear(readText, RUNS).map((text) => JSON.stringify(text.slice(0, 40)))).toEqual([]);
});

test.each<[string, (text: string) => unknown]>([
  ["a name", judgeName],
  ["a search among favourites", (text) => [foldText(text), mayBeCity(text)]],
  ["a search among orders", readSearch],
  ["a search for a city", foldCityText],
  ["the address of content", readContentAddress],
  ["a number of a document", normalizeDocument],
  ["an e-mail address", normalizeEmail],
  ["the name in an address", (text) => makeAddress(text, "a1")],
  ["the sender of a mail", (text) => senderOf(text, "a@exemplo.com")],
  ["the words of a mail", (text) => composeMail({ subject: text, paragraphs: [text], footnote: text })],
  ["the places of a text", (text) => fillText(text, { marca: "Caramelo" })],
  ["a cell of a table", (text) => toCsv([[text]])],
])("[T76] a tidied text is read as %s in time proportional to its length", (_, readText) => {
  expect(listSuperlinear(readText, TIDY_RUNS).map((text) => JSON.stringify(text.slice(0, 40)))).toEqual([]);
});
