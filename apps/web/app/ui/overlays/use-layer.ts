import { useEffect, useEffectEvent, useState } from "react";
import { openLayer } from "~/platform/back-layers.ts";
import { PHONE } from "~/ui/basics/use-media.ts";

/** While a layer is open over the page, such as a sheet, Back closes it instead of leaving the page. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const handleBack = useEffectEvent(close);
  useEffect(() => {
    if (isOpen) return openLayer(() => handleBack());
  }, [isOpen]);
}

type Owner = { isOpen?: boolean; onOpenChange?: (isOpen: boolean) => void };
type Options = {
  /** The state of a layer whose owner does not keep it. */
  isOpenAtFirst: boolean;
  /** Menus and dropdowns are layers on phones, where they cover much of the page. */
  isOnPhonesOnly?: boolean;
};

/** The properties of a layer's root: open as its owner says, or by itself, and closed by Back. */
export function useLayer({ isOpen, onOpenChange }: Owner, { isOpenAtFirst, isOnPhonesOnly = false }: Options) {
  const [own, setOwn] = useState(isOpenAtFirst);
  const open = isOpen ?? own;
  function change(next: boolean) {
    setOwn(next);
    onOpenChange?.(next);
  }
  const isLayer = open && (!isOnPhonesOnly || matchMedia(PHONE).matches);
  useBackToClose(isLayer, () => change(false));
  return { open, onOpenChange: (next: boolean) => change(next) };
}
