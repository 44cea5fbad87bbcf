import { countWords } from "@caramelo/contract/formats/counts";
import { NOTICE_HOURS } from "@caramelo/contract/limits";
import { alarmTexts, isAlarmKind, otherAlarms } from "@caramelo/contract/texts/moderation";
import { quotedNumber } from "../../base/mail/rules.ts";
import { writeMail } from "../../base/mail/text-rules.ts";

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const PHOTO = new RegExp(`/photos/(${ID})/([0-9a-f]{32})(?:/|\\b)`, "i");
const PROFILE = new RegExp(`/perfil/(${ID})\\b`, "i");
const CHAT = new RegExp(`/mensagens\\?(?:[^\\s#]*&)?(?:userId|id)=(${ID})\\b`, "i");

/**
 * The member, and the name of the photo if there is one, in an address of this site; undefined for any other address.
 */
export function readContentAddress(address: string): { memberId: string; name?: string } | undefined {
  const [, photoOf, name] = PHOTO.exec(address) ?? [];
  if (photoOf !== undefined && name !== undefined) return { memberId: photoOf.toLowerCase(), name: name.toLowerCase() };
  const [, memberId] = PROFILE.exec(address) ?? CHAT.exec(address) ?? [];
  return memberId === undefined ? undefined : { memberId: memberId.toLowerCase() };
}

type NamedByNotice = { address: string; memberId: string | null; photoId: string | null };

/** The target of a notice. The address of a removed photo names that photo, not the member's profile. */
export function findNamed({
  address,
  memberId,
  photoId,
}: NamedByNotice): "photo" | "gone photo" | "profile" | "nothing" {
  if (memberId === null) return "nothing";
  if (photoId !== null) return "photo";
  return readContentAddress(address)?.name === undefined ? "profile" : "gone photo";
}

type NoticeMeasure = "photo" | "suspension" | "none";

/**
 * The measure of an accepted notice unless staff choose another one: it takes away what the notice names, and no more.
 */
const USUAL_MEASURES: Record<ReturnType<typeof findNamed>, NoticeMeasure> = {
  photo: "photo",
  profile: "suspension",
  "gone photo": "none",
  nothing: "none",
};

/**
 * The measure that an accepted notice leads to; undefined when the wanted measure does not fit what the notice names.
 */
export function judgeNoticeMeasure(
  noticed: NamedByNotice,
  wantedMeasure: NoticeMeasure | undefined,
): NoticeMeasure | undefined {
  const measure = wantedMeasure ?? USUAL_MEASURES[findNamed(noticed)];
  if (measure === "photo" && noticed.photoId === null) return undefined;
  return measure === "suspension" && noticed.memberId === null ? undefined : measure;
}

/** Whether a notice may hide something once its mailbox is confirmed. */
export const hasLink = (kind: string): boolean => kind !== "other";

/**
 * The mail that acknowledges a notice; it has a link that confirms the mailbox if the notice may then hide something.
 * It repeats nothing of the notice, because anybody may have typed this address.
 */
export function acknowledgementOf({ id, kind }: { id: string; kind: string }, origin: string, token: string) {
  if (!hasLink(kind)) return writeMail("notice-received", { values: valuesOf(id) });
  return writeMail("notice-confirmation", { url: `${origin}/confirmar-aviso#${token}`, values: valuesOf(id) });
}

const valuesOf = (id: string) => ({ horas: String(NOTICE_HOURS), numero: quotedNumber(id) });

export function noticeDecidedMail(id: string, { isAccepted, answer }: { isAccepted: boolean; answer: string }) {
  const kind = isAccepted ? "notice-accepted" : "notice-refused";
  return writeMail(kind, { values: { resposta: answer, numero: quotedNumber(id) } });
}

type AlarmCount = { kind: string; count: number };

/** The mail that alerts staff to alarms. It says how many there are and names nobody. */
export function alarmMail(origin: string, counts: readonly AlarmCount[]) {
  const path = counts.every(({ kind }) => kind === "notice") ? "/admin/denuncias/avisos" : "/admin/denuncias";
  return writeMail("alarm", { url: `${origin}${path}`, lists: { ocorrencias: counts.map(describeAlarms) } });
}

function describeAlarms({ kind, count }: AlarmCount): string {
  const { one, many } = isAlarmKind(kind) ? alarmTexts[kind] : otherAlarms;
  return `${countWords(count, one, many)}.`;
}
