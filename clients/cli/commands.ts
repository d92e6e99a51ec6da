import { createInterface } from 'node:readline/promises'
import { listCustomers } from './customers.ts'
import { listEnrollmentKeys, refuseToCreate } from './enrollment.ts'
import { wholeNumber, type FlagName, type Flags } from './flags.ts'
import type { Api } from './http/api.ts'
import { createLicenses, listLicenses, revokeLicenses } from './licenses.ts'
import type { Outcome } from './output.ts'
import { publishRelease } from './release/publish.ts'
import { listReleases } from './release/versions.ts'
import type { CommandName } from './usage.ts'

type Command = {
  options: FlagName[]
  /** Whether it takes arguments beside its options. */
  takes?: 'one' | 'many'
  /** `connect` reads the settings. It is called after the arguments were checked. */
  run: (connect: () => Api, flags: Flags, args: string[]) => Outcome | Promise<Outcome>
}

/** No, too, when the terminal is closed without an answer. */
async function confirm(question: string) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''))
    terminal.question(`${question} [y/N] `).then(resolve, () => resolve(''))
  })
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

const isTerminal = () => process.stdin.isTTY && process.stderr.isTTY

export const commands: Record<CommandName, Command> = {
  'release publish': {
    options: [
      'version',
      'channel',
      'rollout',
      'platform',
      'architecture',
      'notes',
      'minimum-version',
      'latest',
      'at',
      'draft',
      'replace-draft',
      'name',
    ],
    takes: 'one',
    run: (connect, flags, args) => publishRelease(connect, flags, args, process.stderr),
  },
  'release list': {
    options: ['limit'],
    run: async (connect, flags) => {
      const limit = wholeNumber(flags.limit, 'limit', [1, 1000])
      return listReleases(connect(), limit)
    },
  },
  'license list': { options: ['search', 'status', 'limit'], run: listLicenses },
  'license create': {
    options: ['label', 'count', 'description', 'organization', 'idempotency-key'],
    run: createLicenses,
  },
  'license revoke': {
    options: ['yes'],
    takes: 'many',
    run: (connect, flags, names) => revokeLicenses(connect, flags, names, { isTerminal: isTerminal(), confirm }),
  },
  'enrollment list': { options: ['limit'], run: listEnrollmentKeys },
  'enrollment create': { options: [], run: refuseToCreate },
  'customer list': { options: ['search', 'status', 'limit'], run: listCustomers },
}
