/** Stands in for `XMLHttpRequest`, by which forms with photos leave: a test reports progress and answers. */
export class FakeUpload {
  static all: FakeUpload[] = [];
  /** The upload that was started last. */
  static get latest(): FakeUpload {
    const upload = FakeUpload.all.at(-1);
    if (!upload) throw new Error("No upload was started");
    return upload;
  }

  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = "";
  isAborted = false;

  open(): void {}

  setRequestHeader(): void {}

  send(): void {
    FakeUpload.all.push(this);
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }

  /** The server's answers here have no headers. */
  getResponseHeader(): null {
    return null;
  }

  /** So much of the form has left, from 0 to 1. */
  progress(share: number): void {
    this.upload.onprogress?.({ loaded: share, total: 1 });
  }

  /** The server answers. */
  reply(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }

  /** The network ends the upload. */
  break(): void {
    this.onerror?.();
  }
}
