import { type RefObject, useEffect, useState } from "react";
import { thumbHashToRGBA } from "thumbhash";

/**
 * A thumbhash (base64) as a picture of a few pixels, made only when `element` is in view and its photo is not loaded:
 * each takes some milliseconds on a slow phone, for which the first paint must not wait.
 */
export function useBlur(
  thumbhash: string | undefined,
  element: RefObject<Element | null>,
  isPhotoShown: boolean,
): string | undefined {
  const [blur, setBlur] = useState<{ of: string; url: string }>();
  useEffect(() => {
    if (thumbhash === undefined || isPhotoShown || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setBlur({ of: thumbhash, url: drawBlur(thumbhash) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [thumbhash, isPhotoShown, element]);
  return blur?.of === thumbhash ? blur?.url : undefined;
}

/** The browser encodes the picture, so that no page includes an encoder. */
function drawBlur(thumbhash: string): string {
  const { w: width, h: height, rgba } = thumbHashToRGBA(Uint8Array.from(atob(thumbhash), toByte));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  return canvas.toDataURL();
}

const toByte = (character: string) => character.charCodeAt(0);
