import dns from 'node:dns/promises'

/** Asks the name servers that the system has now: each resolver reads them once, and a process runs for months. */
export const openResolver = () => new dns.Resolver()
