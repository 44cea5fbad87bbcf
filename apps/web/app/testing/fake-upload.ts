/** A fake of `XMLHttpRequest`, which the page uses for forms with photos. The test reports progress and answers. */
export class FakeUpload {
  static all: FakeUpload[] = [];
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

  /** The fake answers have no headers. */
  getResponseHeader(): null {
    return null;
  }

  /** Reports how much of the form has been sent, from 0 to 1. */
  progress(share: number): void {
    this.upload.onprogress?.({ loaded: share, total: 1 });
  }

  reply(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }

  /** The upload fails as when the network breaks. */
  break(): void {
    this.onerror?.();
  }
}
