import type { Application } from "./application.ts";

export const application: Application = {
  id: "sample",
  title: "Sample",
  advice: { useOtherServer: "name a server of your own", useOtherFolder: "give this one another data folder" },
};
