import { type ComponentType, createContext, type ReactElement } from "react";

/** The components that an open sheet provides to its content. */
export const SheetParts = createContext<{ Close: ComponentType<{ render: ReactElement }> } | undefined>(undefined);
