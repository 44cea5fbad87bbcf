// Loaded into the product of one journey (node --import): sends its requests for Stripe to a Stripe server on this
// machine, because the product has no setting for that.
import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";

const port = Number(process.env.LOCAL_STRIPE_PORT);
const request = https.request;
const toLocal = (options: https.RequestOptions) =>
  options.host === "api.stripe.com"
    ? http.request({ ...options, protocol: "http:", host: "127.0.0.1", port, agent: undefined })
    : request(options);
Object.assign(https, { request: toLocal });
syncBuiltinESMExports();
