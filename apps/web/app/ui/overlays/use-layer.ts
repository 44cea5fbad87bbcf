import { useEffect, useEffectEvent, useState } from "react";
import { openLayer } from "~/platform/back-layers.ts";
import { PHONE } from "~/ui/basics/use-media.ts";

/** While a layer such as a sheet is open over the page, Back closes the layer instead of leaving the page. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const handleBack = useEffectEvent(close);
  useEffect(() => {
    if (isOpen) return openLayer(() => handleBack());
  }, [isOpen]);
}

type Owner = { isOpen?: boolean; onOpenChange?: (isOpen: boolean) => void };
type Options = {
  /** The initial state of an uncontrolled layer. */
  isOpenAtFirst: boolean;
  /** True for menus and dropdowns, which count as layers only on phones, where they cover much of the page. */
  isOnPhonesOnly?: boolean;
};

/** The properties of a layer's root. The owner or the layer itself holds the open state; Back closes it. */
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
