import { useEffect, useState } from "react";

/** An object URL for bytes, valid until the bytes change or the component unmounts. */
export function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return setUrl(undefined);
    const objectUrl = URL.createObjectURL(bytes);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [bytes]);
  return url;
}
