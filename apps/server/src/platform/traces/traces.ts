import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Span } from "@opentelemetry/api";
import type { Log } from "../log.ts";
import { PRODUCT_NAME } from "../product-name.ts";

/** The attributes of a span: codes and names, never values of members. */
type Attributes = Record<string, string | number>;

/** Records how long parts of requests and jobs take, and sends it to a collector of OpenTelemetry. */
export type Traces = {
  /** Begins the span of a request or a job. Work that runs within `run` is a part of it. */
  begin(name: string, attributes: Attributes): OpenSpan;
  /** Does the work as a part of the span in which it is called. Outside of a span nothing is recorded. */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
};

export type OpenSpan = {
  run<T>(work: () => T): T;
  /** Ends the span. `failure` is a code of the catalogue, or the name of an error. */
  end(attributes: Attributes, failure?: string): void;
};

const SEND_EVERY_MS = 1_000;
/** A collector that does not answer must not keep the product from stopping. */
const LAST_SEND_MS = 3_000;

const ATTRIBUTE_MAX = 2_000;
const WARN_EVERY_MS = 60_000;

type Options = { endpoint: string; share: number; log: Pick<Log, "warn"> };

/** Opens the traces. The libraries are loaded only here, because most sites send none. */
export async function openTraces({ endpoint, share, log }: Options): Promise<Traces> {
  const [
    { diag, DiagLogLevel, ROOT_CONTEXT, SpanStatusCode, trace },
    sdk,
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const warnings = openWarnings(log);
  diag.setLogger(warnings, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/(?:v1\/traces)?$/, "")}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": PRODUCT_NAME }),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_MAX },
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer(PRODUCT_NAME);
  const spans = new AsyncLocalStorage<Span>();
  const start = (name: string, attributes: Attributes, parent: Span | undefined) =>
    tracer.startSpan(name, { attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  const end = (span: Span, failure?: string) => {
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    span.end();
  };

  return {
    begin(name, attributes) {
      const span = start(name, attributes, undefined);
      return {
        run: (work) => spans.run(span, work),
        end(lastAttributes, failure) {
          span.setAttributes(lastAttributes);
          end(span, failure);
        },
      };
    },
    async span(name, attributes, work) {
      const parent = spans.getStore();
      if (!parent) return work();
      const span = start(name, attributes, parent);
      try {
        const result = await spans.run(span, work);
        end(span);
        return result;
      } catch (error) {
        end(span, error instanceof Error ? error.name : typeof error);
        throw error;
      }
    },
    close: () =>
      Promise.race([provider.shutdown().catch(warnings.warn), sleep(LAST_SEND_MS, undefined, { ref: false })]),
  };
}

/** A logger for the library, which would warn of a lost collector many times a minute. It passes on no message. */
function openWarnings(log: Pick<Log, "warn">) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = () => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn("the collector takes no traces");
  };
  const ignore = () => {};
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}
