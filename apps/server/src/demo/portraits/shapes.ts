export const circle = (x: number, y: number, r: number, fill: string, opacity: number) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" opacity="${round(opacity)}"/>`;
export const box = (x: number, y: number, w: number, h: number, fill: string, opacity: number) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}" opacity="${round(opacity)}"/>`;
export const round = (value: number) => Math.round(value * 100) / 100;
export const repeatShape = (count: number, paint: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => paint(i)).join("");

/** A scene is blurred so much that half the width and half the height of a picture are enough. */
export const SCENE_WIDTH = 300;
export const SCENE_HEIGHT = 400;

/** Pixels of a finished picture. */
export const WIDTH = 600;
export const HEIGHT = 800;
