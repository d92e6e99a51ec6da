import type { Span } from '@opentelemetry/api'
import type pg from 'pg'

type Query = (...given: unknown[]) => unknown
/** Undefined if the statement belongs to no trace. */
type Start = (text: string) => Span | undefined
type End = (span: Span, error?: unknown) => void

/** Puts a span around each statement of a connection, except streams, which end elsewhere. */
export function followClient(client: pg.ClientBase, start: Start, end: End) {
  const send = client.query.bind(client) as Query
  const query: Query = (...given) => {
    const text = textOf(given[0])
    const span = text === undefined ? undefined : start(text)
    if (!span) return send(...given)
    const last = given.at(-1)
    if (typeof last !== 'function') return followAnswer(send(...given), span, end)
    return send(...given.slice(0, -1), (error: unknown, result: unknown) => {
      end(span, error)
      last(error, result)
    })
  }
  Object.assign(client, { query })
}

function followAnswer(answer: unknown, span: Span, end: End) {
  if (answer instanceof Promise)
    answer.then(
      () => end(span),
      (error: unknown) => end(span, error),
    )
  else end(span)
  return answer
}

function textOf(query: unknown) {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined
  return 'text' in query && typeof query.text === 'string' ? query.text : undefined
}
