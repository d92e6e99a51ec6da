import dns from 'node:dns/promises'

let resolver = new dns.Resolver()

/**
 * Asks the name servers that the system has now: each resolver reads them once, and a process runs for months. It is kept while they are the
 * same, because it remembers which of them do not answer.
 */
export function openResolver() {
  const current = new dns.Resolver()
  if (addressesOf(current) !== addressesOf(resolver)) resolver = current
  return resolver
}

/** Sorted: those that do not answer come last. */
const addressesOf = (one: dns.Resolver) => one.getServers().toSorted().join()
