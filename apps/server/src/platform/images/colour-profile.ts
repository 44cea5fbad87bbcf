const TAGS_AT = 128;
const TAG_BYTES = 12;
// The converter reads no more tags than this.
const TAGS_MAX = 100;
// Converting 16 megapixels by tables takes about as long as decoding the most expensive picture that is accepted.
const TABLE_PIXELS_MAX = 16_000_000;

/**
 * Whether converting this many pixels from an embedded ICC profile takes too long. A profile may hold a program of any
 * number of steps (`D2B`), with which a file of 34 kB could take minutes, or tables (`A2B`), which take several times
 * as long as the curves and the matrix of a phone's profile.
 */
export function isProfileTooDear(profile: Buffer, pixels: number): boolean {
  const kinds = listTags(profile).map((name) => name.slice(0, 3));
  return kinds.includes("D2B") || (kinds.includes("A2B") && pixels > TABLE_PIXELS_MAX);
}

function listTags(profile: Buffer): string[] {
  if (profile.length < TAGS_AT + 4) return [];
  const count = Math.min(profile.readUInt32BE(TAGS_AT), TAGS_MAX);
  return Array.from({ length: count }, (_, at) => {
    const from = TAGS_AT + 4 + TAG_BYTES * at;
    return profile.toString("latin1", from, from + 4);
  });
}
