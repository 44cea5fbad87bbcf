import { float64At, int32At, uint8At, uint16At, uint32At, widened } from "./arrays.ts";

/** The facts about the members. Entries at one position belong to the member with that slot. */
export type Columns = {
  /** The number of the member's list, plus one; 0 for a free slot. */
  lists: Uint8Array<ArrayBuffer>;
  marks: Uint8Array<ArrayBuffer>;
  states: Uint8Array<ArrayBuffer>;
  keys: Int32Array<ArrayBuffer>;
  birthDays: Int32Array<ArrayBuffer>;
  places: Uint16Array<ArrayBuffer>;
  joinedAt: Float64Array<ArrayBuffer>;
  activeAt: Float64Array<ArrayBuffer>;
  /** The start of the member's text in `Texts.bytes`, at its length prefix. */
  texts: Uint32Array<ArrayBuffer>;
};

/** The number of a city, and a flag for members who are also in every other city. */
export const PLACE = { city: 0x7fff, everywhere: 0x8000 };
export const STATE = { hidesPresence: 1, hasLeft: 2 };

export function makeColumns(room: number): Columns {
  return {
    lists: new Uint8Array(room),
    marks: new Uint8Array(room),
    states: new Uint8Array(room),
    keys: new Int32Array(room),
    birthDays: new Int32Array(room),
    places: new Uint16Array(room),
    joinedAt: new Float64Array(room),
    activeAt: new Float64Array(room),
    texts: new Uint32Array(room),
  };
}

export function widenColumns(columns: Columns): void {
  columns.lists = new Uint8Array(widened(columns.lists, 1));
  columns.marks = new Uint8Array(widened(columns.marks, 1));
  columns.states = new Uint8Array(widened(columns.states, 1));
  columns.keys = new Int32Array(widened(columns.keys, 4));
  columns.birthDays = new Int32Array(widened(columns.birthDays, 4));
  columns.places = new Uint16Array(widened(columns.places, 2));
  columns.joinedAt = new Float64Array(widened(columns.joinedAt, 8));
  columns.activeAt = new Float64Array(widened(columns.activeAt, 8));
  columns.texts = new Uint32Array(widened(columns.texts, 4));
}

export const isTaken = (columns: Columns, slot: number): boolean => uint8At(columns.lists, slot) !== 0;
export const listOf = (columns: Columns, slot: number): number => uint8At(columns.lists, slot) - 1;
export const marksOf = (columns: Columns, slot: number): number => uint8At(columns.marks, slot);
export const stateOf = (columns: Columns, slot: number): number => uint8At(columns.states, slot);
export const keyOf = (columns: Columns, slot: number): number => int32At(columns.keys, slot);
export const birthDayOf = (columns: Columns, slot: number): number => int32At(columns.birthDays, slot);
export const placeOf = (columns: Columns, slot: number): number => uint16At(columns.places, slot);
export const joinedAtOf = (columns: Columns, slot: number): number => float64At(columns.joinedAt, slot);
export const activeAtOf = (columns: Columns, slot: number): number => float64At(columns.activeAt, slot);
export const textStartOf = (columns: Columns, slot: number): number => uint32At(columns.texts, slot);
