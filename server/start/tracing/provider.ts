import type { Config } from '#server/platform/config.ts'
import type { Report } from '#server/platform/http/logging.ts'

/** Milliseconds for the collector to answer, also when the process stops. */
const PATIENCE = 3000

/** Sends ended spans every five seconds. What the collector refuses is reported and lost. */
export async function openProvider({ endpoint, service, share }: NonNullable<Config['traces']>, onError: Report) {
  const [api, core, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ])
  const report = (message: string) => onError(new Error(`Traces: ${message}`))
  const ignore = () => {}
  const logger = { error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: PATIENCE })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const stop = () => provider.shutdown().catch(({ message }: Error) => report(message))
  return { api, core, provider, stop }
}
