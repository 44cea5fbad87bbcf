import { useEffect, useRef, useState } from "react";
import { type CameraFailure, findCameraFailure } from "./rules.ts";

type State = "opening" | "open" | CameraFailure;

/**
 * Opens the device's camera while mounted. `take` resolves to the picture as a JPEG, or to undefined without one;
 * `again` retries to open the camera.
 */
export function useCamera(facing: "user" | "environment") {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>("opening");
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it anew
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    async function open() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1440 } },
        });
        if (isGone || !video.current) return stop();
        // The camera was unplugged, or its permission revoked, while open.
        for (const track of stream.getTracks()) track.addEventListener("ended", () => !isGone && setState("stopped"));
        video.current.srcObject = stream;
        await video.current.play();
        if (!isGone) setState("open");
      } catch (error) {
        if (!isGone) setState(findCameraFailure(error));
      }
    }
    void open();
    return () => {
      isGone = true;
      stop();
    };
  }, [facing, attempt]);

  function again() {
    setState("opening");
    setAttempt((before) => before + 1);
  }
  async function take(): Promise<File | undefined> {
    const liveVideo = video.current;
    if (!liveVideo || liveVideo.videoWidth === 0) return undefined;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: liveVideo.videoWidth, height: liveVideo.videoHeight });
    canvas.getContext("2d")?.drawImage(liveVideo, 0, 0);
    const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
    return photo ? new File([photo], "foto.jpg", { type: "image/jpeg" }) : undefined;
  }
  return { video, state, take, again };
}
