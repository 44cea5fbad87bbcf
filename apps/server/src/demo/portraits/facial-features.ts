export type Beard = "none" | "stubble" | "short" | "goatee" | "moustache";

/**
 * The lasting features of one person, and a flower that may come and go. Numbers name the variants of the drawing style; colours are hex without
 * `#`.
 */
export type Face = {
  skin: string;
  hair: string;
  /** How the hair falls behind the shoulders, if it is that long. */
  fall: "none" | "straight" | "wavy";
  hairColor: string;
  brows: number;
  browColor: string;
  eyes: number;
  nose: number;
  head: number;
  lipColor: string;
  /** Undefined when the person wears no glasses. */
  glasses: number | undefined;
  earrings: number | undefined;
  hasFreckles: boolean;
  hasFlower: boolean;
  hasBlush: boolean;
  beard: Beard;
  /** Wrinkles: 0 none, 1 some, 2 more. */
  years: number;
};
