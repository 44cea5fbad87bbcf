export type Palette = { top: string; middle: string; bottom: string; light: string };

export const palettes = {
  dusk: { top: "#7d4656", middle: "#d47f5c", bottom: "#f8c48e", light: "#ffe6bd" },
  night: { top: "#3b2d44", middle: "#74495a", bottom: "#c07a5e", light: "#ffcf96" },
  cafe: { top: "#6e4831", middle: "#ad7850", bottom: "#e2b684", light: "#ffe9c6" },
  sand: { top: "#f6dcb8", middle: "#ecc59b", bottom: "#d49e74", light: "#fff5e2" },
  sea: { top: "#6c97a0", middle: "#acbfb4", bottom: "#f3d4b0", light: "#fff2d9" },
  olive: { top: "#66754f", middle: "#9a9e69", bottom: "#dcc791", light: "#fff0c2" },
  wine: { top: "#612739", middle: "#a2495a", bottom: "#e09a80", light: "#ffdcba" },
  clay: { top: "#b96c4e", middle: "#e0a177", bottom: "#f7d5b0", light: "#fff1dc" },
  lilac: { top: "#846690", middle: "#c095aa", bottom: "#f3cdb8", light: "#ffeadb" },
  teal: { top: "#37665f", middle: "#679888", bottom: "#cbc595", light: "#fde8b8" },
  rose: { top: "#ab6672", middle: "#db9a90", bottom: "#fadac2", light: "#fff0e2" },
  blue: { top: "#4c6189", middle: "#8a8fab", bottom: "#e8bda2", light: "#ffe8c8" },
  morning: { top: "#9dbcc6", middle: "#d6dccf", bottom: "#f9e6c9", light: "#fffaf0" },
  peach: { top: "#f2bb96", middle: "#f8d3ae", bottom: "#fdead0", light: "#fff7ea" },
} satisfies Record<string, Palette>;
export type PaletteName = keyof typeof palettes;
