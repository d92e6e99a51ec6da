/** Does all works in order, also after one has failed, then throws what has failed. */
export async function attemptAll(works: (() => Promise<unknown>)[]) {
  const failures: Error[] = []
  for (const work of works) await work().catch((error: Error) => failures.push(error))
  const [first, ...others] = failures
  if (others.length > 0)
    throw new AggregateError(failures, [...new Set(failures.map(({ message }) => message))].join('; '))
  if (first) throw first
}
