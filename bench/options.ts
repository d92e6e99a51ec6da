import { parseArgs } from 'node:util'

export type Options = ReturnType<typeof readOptions>

/** The options are described in docs/benchmarks.md. */
export function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string' },
      licenses: { type: 'string', default: '100000' },
      invoices: { type: 'string', default: '50000' },
      tickets: { type: 'string', default: '50000' },
      documents: { type: 'string', default: '2000' },
      profile: { type: 'string' },
      compare: { type: 'string' },
    },
  })
  return {
    names: positionals,
    seconds: whole('seconds', values.seconds, 60),
    rounds: whole('rounds', values.rounds, 100),
    /** Default: the benchmark's own numbers. */
    connections: values.connections === undefined ? undefined : whole('connections', values.connections, 1000),
    licenses: whole('licenses', values.licenses, 10_000_000),
    invoices: whole('invoices', values.invoices, 10_000_000),
    tickets: whole('tickets', values.tickets, 10_000_000),
    documents: whole('documents', values.documents, 1_000_000),
    /** Folder for a CPU profile of the portal. */
    profile: values.profile,
    /** Tag or commit to compare with, instead of floors. */
    compare: values.compare,
  }
}

function whole(name: string, text: string, most: number) {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new Error(`--${name} must be a whole number from 1 to ${most}`)
  return number
}
