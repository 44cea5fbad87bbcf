import { configure } from "@testing-library/dom";
// Rare calls load their addresses first. A loading file does not wait for a faked clock.
import "~/platform/rare-api-table.generated.ts";

// The limit only ends tests that hang. It is long, because a busy machine may be slow.
configure({ asyncUtilTimeout: 30_000 });
