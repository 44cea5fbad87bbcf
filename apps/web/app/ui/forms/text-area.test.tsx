// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, test } from "vitest";
import { TextArea } from "./text-area.tsx";

afterEach(cleanup);

test("removed characters are not counted: blank ends, invisible characters and Windows' line breaks", () => {
  const { rerender } = render(<TextArea label="Sobre" maxLength={10} defaultValue={"  um\r\ndois\n\n\n"} />);
  screen.getByText("7/10");
  fireEvent.input(screen.getByLabelText("Sobre"), { target: { value: "\u200bdez letras       " } });
  screen.getByText("10/10");
  rerender(<TextArea label="Sobre" maxLength={10} value=" um " readOnly />);
  screen.getByText("2/10");
});
