import type { Place } from "./places.ts";

// Drawn in the lower right of the picture, which is 900 by 1200, where a person who looks to the right has free space.
const FUR = "#c98a4b";
const DARK_FUR = "#8f5a2c";
const LIGHT_FUR = "#eccfa4";
const INK = "#2a1610";

const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, width: number, color = INK) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

/** A sitting dog in the colour that Brazilians call caramel. */
const dog = [
  // Back and chest, then the two front legs.
  path("M640 1220C622 1090 650 960 704 914L800 914C862 972 890 1090 880 1220Z", FUR),
  path("M716 946C704 1030 706 1130 716 1220H792C802 1130 800 1030 790 946Z", LIGHT_FUR),
  line("M700 1060C696 1120 698 1170 702 1220M808 1060C812 1120 810 1170 806 1220", 7, DARK_FUR),
  // Ears behind the head, the head, the muzzle.
  path("M664 776C626 800 612 872 634 930C660 936 690 900 698 852Z", DARK_FUR),
  path("M842 776C880 800 894 872 872 930C846 936 816 900 808 852Z", DARK_FUR),
  path(
    "M753 742C700 742 664 776 662 836C660 890 684 934 718 950C740 962 768 962 790 950C824 934 848 890 846 836C844 776 806 742 753 742Z",
    FUR,
  ),
  path(
    "M753 748C744 790 734 822 716 850C704 876 706 920 728 944C744 956 764 956 780 944C802 920 804 876 792 850C774 822 764 790 753 748Z",
    LIGHT_FUR,
  ),
  // The face.
  circle(712, 838, 13, INK) + circle(796, 838, 13, INK) + circle(716, 834, 4, "#fff") + circle(800, 834, 4, "#fff"),
  path("M730 884C736 872 772 872 778 884C780 898 764 908 754 908C744 908 728 898 730 884Z", INK),
  line("M754 908V922M754 922C744 934 730 932 724 924M754 922C764 934 778 932 784 924", 6),
  // The collar.
  line("M700 956C730 976 778 976 808 956", 15, "#8f2f3a") + circle(754, 984, 13, "#e3bc62"),
].join("");

/** The body of a guitar that leans next to the person, with the neck above. */
const guitar = `<g transform="rotate(14 720 1010)">${[
  path("M704 500H740V900H704Z", "#4a2a1a"),
  path("M698 420C698 408 746 408 746 420L742 506H702Z", "#35190f"),
  circle(694, 440, 8, "#e9dcc4") +
    circle(750, 440, 8, "#e9dcc4") +
    circle(694, 474, 8, "#e9dcc4") +
    circle(750, 474, 8, "#e9dcc4"),
  line("M704 580H740M704 650H740M704 714H740M704 772H740M704 826H740", 3, "#c9a26a"),
  path(
    "M722 820C650 820 610 858 612 914C614 958 644 972 642 1004C640 1036 584 1056 584 1140C584 1230 646 1286 722 1286C798 1286 860 1230 860 1140C860 1056 804 1036 802 1004C800 972 830 958 832 914C834 858 794 820 722 820Z",
    "#6b3617",
  ),
  path(
    "M722 832C658 832 624 864 626 914C628 952 656 968 654 1004C652 1042 598 1062 598 1140C598 1220 652 1272 722 1272C792 1272 846 1220 846 1140C846 1062 792 1042 790 1004C788 968 816 952 818 914C820 864 786 832 722 832Z",
    "#c9803f",
  ),
  path("M704 832H740V960H704Z", "#4a2a1a"),
  circle(722, 1006, 56, "#8a4b22") + circle(722, 1006, 45, "#2e150c"),
  path("M664 1160H780V1182H664Z", "#4a2413"),
  line("M712 440V1168M719 440V1168M726 440V1168M733 440V1168", 1.6, "#f3e3c3"),
].join("")}</g>`;

/** A cup on the corner of a table. */
const cup = [
  path("M470 1096H900V1200H452Z", "#7a4a2b"),
  path("M470 1096H900V1108H468Z", "#a46a41"),
  `<ellipse cx="716" cy="1096" rx="112" ry="20" fill="#f4ebdc"/>`,
  `<ellipse cx="716" cy="1094" rx="84" ry="13" fill="#dccdb6"/>`,
  path("M640 976H792C792 1042 772 1092 742 1094H690C660 1092 640 1042 640 976Z", "#fbf4e8"),
  line("M790 996C836 990 840 1052 778 1052", 15, "#fbf4e8"),
  `<ellipse cx="716" cy="976" rx="76" ry="15" fill="#efe2cd"/><ellipse cx="716" cy="978" rx="64" ry="11" fill="#5a311b"/>`,
  line("M694 944C684 926 706 914 696 894M734 944C724 926 746 914 736 894", 5, "#fff3e0"),
].join("");

/** A small pile of books. */
const books = [
  path("M560 1130H880V1200H560Z", "#7a1f33") + path("M572 1140H880V1190H572Z", "#f3e7d3"),
  path("M560 1130H880V1146H560ZM560 1184H880V1200H560Z", "#7a1f33"),
  path("M590 1070H900V1130H590Z", "#2f4a46") + path("M600 1080H900V1120H600Z", "#f3e7d3"),
  path("M590 1070H900V1084H590ZM590 1116H900V1130H590Z", "#2f4a46"),
  path("M576 1016H866V1070H576Z", "#c58b2c") + path("M586 1026H866V1060H586Z", "#f6ecd9"),
  path("M576 1016H866V1030H576ZM576 1056H866V1070H576Z", "#c58b2c"),
].join("");

const companions: Partial<Record<Place, string>> = { park: dog, guitar, cafe: cup, books };

/** The place has something in front of the person, so the person leaves space for it. */
export const hasCompanion = (place: Place): boolean => companions[place] !== undefined;

/** Draws the object in front of the person at some places, on the side to which the person looks. */
export function drawCompanion(place: Place, isMirrored: boolean): string {
  const drawnCompanion = companions[place];
  if (drawnCompanion === undefined) return "";
  return `<g${isMirrored ? ' transform="translate(900 0) scale(-1 1)"' : ""}>${drawnCompanion}</g>`;
}
