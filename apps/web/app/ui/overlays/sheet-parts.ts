import { type ComponentType, createContext, type ReactElement } from "react";

/** What an open sheet gives to its content. */
export const SheetParts = createContext<{ Close: ComponentType<{ render: ReactElement }> } | undefined>(undefined);
