import { commonErrors, RELOAD_PAGE } from "@caramelo/contract/texts/common";

let wasTold = false;

/**
 * What a member reads when code has not loaded. Many browsers remember a failed load for as long as the page lives, so
 * after the first time on a page only a new page may help.
 */
export function describeMissingCode(): string {
  const text = wasTold ? RELOAD_PAGE : commonErrors.NETWORK_ERROR;
  wasTold = true;
  return text;
}
