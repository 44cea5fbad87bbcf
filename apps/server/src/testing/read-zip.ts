/** The files of a ZIP whose files are stored as they are, by their names. It reads the list at the end of the ZIP. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Error("this is no ZIP");
  let at = zip.readUInt32LE(end + 16);
  for (let leftEntries = zip.readUInt16LE(end + 10); leftEntries > 0; leftEntries -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error("the list of the ZIP is damaged");
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error("a file of the ZIP is compressed");
    const head = zip.readUInt32LE(at + 42);
    const begin = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    files.set(zip.toString("utf8", at + 46, at + 46 + name), zip.subarray(begin, begin + size));
    at += 46 + name + extra + comment;
  }
  return files;
}
