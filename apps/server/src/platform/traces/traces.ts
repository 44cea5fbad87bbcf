import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "@opentelemetry/api";
import { PRODUCT_NAME } from "../product-name.ts";

/** What a span says of its work: codes and names, never values of members. */
type Facts = Record<string, string | number>;

/** Records how long parts of requests and jobs take, and sends it to a collector of OpenTelemetry. */
export type Traces = {
  /** Begins the span of a request or a job. Work that runs within `run` is a part of it. */
  begin(name: string, facts: Facts): OpenSpan;
  /** Does the work as a part of the span in which it is called. Outside of a span nothing is recorded. */
  span<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T>;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
};

export type OpenSpan = {
  run<T>(work: () => T): T;
  /** Ends the span. `failure` is a code of the catalogue, or the name of an error. */
  end(facts: Facts, failure?: string): void;
};

const SEND_EVERY_MS = 1_000;
/** A collector that stands still must not keep the product from stopping. */
const LAST_SEND_MS = 3_000;

/** Opens the traces. The libraries are loaded only here, because most sites send none. */
export async function openTraces({ endpoint, share }: { endpoint: string; share: number }): Promise<Traces> {
  const [{ ROOT_CONTEXT, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": PRODUCT_NAME }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer(PRODUCT_NAME);
  const spans = new AsyncLocalStorage<Span>();
  const start = (name: string, attributes: Facts, parent: Span | undefined) =>
    tracer.startSpan(name, { attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  const end = (span: Span, failure?: string) => {
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    span.end();
  };

  return {
    begin(name, facts) {
      const span = start(name, facts, undefined);
      return {
        run: (work) => spans.run(span, work),
        end(more, failure) {
          span.setAttributes(more);
          end(span, failure);
        },
      };
    },
    async span(name, facts, work) {
      const parent = spans.getStore();
      if (!parent) return work();
      const span = start(name, facts, parent);
      try {
        const result = await spans.run(span, work);
        end(span);
        return result;
      } catch (error) {
        end(span, error instanceof Error ? error.name : typeof error);
        throw error;
      }
    },
    close: () => Promise.race([provider.shutdown().catch(() => {}), rest(LAST_SEND_MS)]),
  };
}

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
