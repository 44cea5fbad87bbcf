import { createElement, type SVGProps } from "react";

type IconData = { node: [tag: string, attributes: Record<string, string>][] };

/**
 * Makes an icon from its drawing. The build replaces the icon library's function with this one, because that one also
 * handles unused colours, sizes and classes, which would add a kilobyte to every page.
 */
export function drawIcon({ node }: IconData) {
  // biome-ignore lint/correctness/noComponentHookFactories: each icon is made once, when its module loads
  return function Icon({ strokeWidth = 2, ...rest }: SVGProps<SVGSVGElement>) {
    const svg = {
      xmlns: "http://www.w3.org/2000/svg",
      width: 24,
      height: 24,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth,
      strokeLinecap: "round" as const,
      strokeLinejoin: "round" as const,
      "aria-hidden": rest["aria-label"] === undefined ? true : undefined,
      ...rest,
    };
    return createElement("svg", svg, ...node.map(([tag, attributes]) => createElement(tag, attributes)));
  };
}
