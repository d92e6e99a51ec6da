import type pg from 'pg'

/** pg-boss passes this on to its pool, but its types lack it. */
export const withSettings = (settings: string) => ({
  onConnect: async (client: pg.ClientBase) => void (await client.query(settings)),
})

type Failure = Error & { code?: string }

/** pg-boss reports the failure of a worker as a plain object, and adds which worker. They all fail for one reason, which is logged once. */
export function asError(failure: Pick<Failure, 'message' | 'stack' | 'code'>): Failure {
  if (failure instanceof Error) return failure
  const { message, stack, code } = failure
  const error = new Error(message.replace(/ \(Queue: .*\)$/, ''))
  return Object.assign(error, { stack }, code !== undefined && { code })
}
