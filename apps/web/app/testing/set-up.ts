import { configure } from "@testing-library/dom";

// What is awaited ends a test that hangs; a busy machine is only slow.
configure({ asyncUtilTimeout: 30_000 });
