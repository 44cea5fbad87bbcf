// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makePngFile } from "~/testing/photo-files.ts";
import { DocumentField } from "./document-field.tsx";

afterEach(cleanup);

test("[M5.21] a picture is known by its first bytes, whatever type it declares", async () => {
  const onPick = vi.fn();
  render(<DocumentField kind="front" file={undefined} error={undefined} isFixed={false} onPick={onPick} />);
  const field = screen.getByLabelText("Arquivo: Frente do documento");
  const pick = (file: File) => fireEvent.change(field, { target: { files: [file] } });
  pick(new File(["%PDF-1.7"], "rg.jpg", { type: "image/jpeg" }));
  await screen.findByText("Apenas imagens JPEG, PNG e WebP são permitidas.");
  expect(onPick).not.toHaveBeenCalled();
  const photo = makePngFile({ type: "", width: 8_064, height: 6_048 });
  pick(photo);
  await vi.waitFor(() => expect(onPick).toHaveBeenCalledWith(photo));
  expect(screen.queryByText("Apenas imagens JPEG, PNG e WebP são permitidas.")).toBeNull();
});
