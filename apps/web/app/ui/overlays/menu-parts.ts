import { type ComponentType, createContext, type ReactElement, type ReactNode } from "react";

export type MenuProps = {
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  children: ReactNode;
  className?: string;
};

type ItemLook = { icon?: ReactNode; tone?: "plain" | "danger"; isDisabled?: boolean; children: ReactNode };
export type ItemProps = ItemLook & { onSelect: () => void };
export type LinkItemProps = ItemLook & { to: string };

/** The components that an open menu provides to its entries. Their code loads with the menu. */
export const MenuParts = createContext<
  { Item: ComponentType<ItemProps>; LinkItem: ComponentType<LinkItemProps>; Separator: ComponentType } | undefined
>(undefined);
