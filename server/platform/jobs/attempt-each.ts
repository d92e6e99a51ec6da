const MOST_MESSAGES = 5

/** Does the work for each item in order, also after it has failed for one, then throws what has failed. */
export async function attemptEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<unknown>,
) {
  const failures: Error[] = []
  for await (const item of items) await work(item).catch((error: Error) => failures.push(error))
  const [first, ...others] = failures
  if (others.length > 0) throw new AggregateError(failures, inShort(failures))
  if (first) throw first
}

function inShort(failures: Error[]) {
  const messages = [...new Set(failures.map(({ message }) => message))]
  const unnamed = messages.length - MOST_MESSAGES
  return messages.slice(0, MOST_MESSAGES).join('; ') + (unnamed > 0 ? `; and ${unnamed} more` : '')
}
