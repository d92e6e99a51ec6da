import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { reasonOf, type Report } from '#server/platform/http/logging.ts'
import { onRequestEnd } from '#server/platform/http/requests/request-end.ts'
import type { JobHandler } from '#server/platform/jobs/job-runs.ts'
import { openProvider } from './provider.ts'
import { followClient } from './traced-queries.ts'

export type Tracing = Awaited<ReturnType<typeof startTracing>>

const MOST_TEXT = 4000

type Options = { traces: NonNullable<Config['traces']>; trustsProxy: boolean; onError: Report }

/**
 * Sends a trace of each request and job to an OpenTelemetry collector. Its packages are loaded here, so that a process without traces
 * never has them. A trace has no values of statements, and no addresses, which contain tokens.
 */
export async function startTracing({ traces, trustsProxy, onError }: Options) {
  const { api, core, provider, stop } = await openProvider(traces, onError)
  const { trace, context, propagation, SpanKind, SpanStatusCode } = api
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  const tracer = provider.getTracer('latchkey')

  const end = (span: Span, error?: unknown) => {
    if (error != null) span.setStatus({ code: SpanStatusCode.ERROR, message: reasonOf(error).message })
    span.end()
  }

  const followRequest = (request: FastifyRequest) => {
    const { method, headers, route } = request
    const caller = trustsProxy ? propagation.extract(api.ROOT_CONTEXT, headers) : api.ROOT_CONTEXT
    const attributes = {
      'http.request.method': method,
      'http.route': route.url ?? 'unknown',
      'latchkey.request_id': request.id,
    }
    const name = `${method} ${route.url ?? 'unknown'}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
    return { span, context: trace.setSpan(caller, span) }
  }

  return {
    followRequests: (app: FastifyInstance) => {
      const followed = new WeakMap<FastifyRequest, Span>()
      app.addHook('onRequest', (request, _reply, done) => {
        if (request.route.url?.startsWith('/health/')) return done()
        const found = followRequest(request)
        followed.set(request, found.span)
        context.with(found.context, done)
      })
      app.addHook('onError', (request, _reply, error, done) => {
        followed.get(request)?.setAttribute('error.type', error.name)
        done()
      })
      onRequestEnd(app, (request, _reply, { status }) => {
        const span = followed.get(request)
        span?.setAttribute('http.response.status_code', status)
        if (request.user?.organizationId) span?.setAttribute('latchkey.organization_id', request.user.organizationId)
        if (span) end(span, status >= 500 ? new Error(`Status ${status}`) : undefined)
      })
    },

    followPool: (name: string, pool: pg.Pool) =>
      pool.on('connect', (client) => followClient(client, (text) => startQuery(text, name), end)),

    followJob:
      (name: string, handle: JobHandler): JobHandler =>
      (data) =>
        tracer.startActiveSpan(`job ${name}`, { root: true }, async (span) => {
          try {
            await handle(data)
            end(span)
          } catch (error) {
            end(span, error)
            throw error
          }
        }),

    stop: async () => {
      await stop()
      for (const part of [trace, context, propagation, api.diag]) part.disable()
    },
  }

  /** Undefined outside of a request and a job, for example for a health check. */
  function startQuery(text: string, pool: string) {
    if (!trace.getSpan(context.active())) return undefined
    const [operation = 'query'] = text.trim().split(/\s/, 1)
    const attributes = {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, MOST_TEXT),
      'latchkey.pool': pool,
    }
    return tracer.startSpan(operation.toLowerCase(), { kind: SpanKind.CLIENT, attributes })
  }
}
