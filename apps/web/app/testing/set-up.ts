import { configure } from "@testing-library/dom";

// The limit only ends tests that hang. It is long, because a busy machine may be slow.
configure({ asyncUtilTimeout: 30_000 });
