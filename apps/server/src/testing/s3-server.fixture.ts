import { serveS3 } from "./s3-server.ts";

// A store in its own process, which the tests kill. It sends its port to its parent, then keeps running.
const [directory = "", port = "0"] = process.argv.slice(2);
const runningServer = await serveS3(directory, Number(port));
process.send?.({ port: runningServer.port });
// If the parent is killed, this process ends too.
process.on("disconnect", () => process.exit());
