import { parseArgs } from 'node:util'
import { UsageError } from './failures.ts'
import { withoutTokens } from './settings.ts'

const text = { type: 'string' } as const
const isSet = { type: 'boolean' } as const

const options = {
  server: text,
  wait: text,
  json: isSet,
  help: { ...isSet, short: 'h' },
  version: text,
  channel: text,
  rollout: text,
  platform: text,
  architecture: text,
  notes: text,
  'minimum-version': text,
  latest: isSet,
  at: text,
  draft: isSet,
  'replace-draft': isSet,
  name: text,
  label: text,
  count: text,
  description: text,
  organization: text,
  search: text,
  status: text,
  limit: text,
  yes: { ...isSet, short: 'y' },
  'idempotency-key': text,
} as const

export type Flags = ReturnType<typeof parse>['values']
export type FlagName = keyof typeof options

/** Understood by every command. */
const GENERAL: FlagName[] = ['server', 'wait', 'json', 'help']

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true, strict: true })

export function parseFlags(args: string[]) {
  if (args.some((arg) => /^--token(=|$)/.test(arg)))
    throw new UsageError('Other programs could read a token in the arguments. Set LATCHKEY_TOKEN in the environment.')
  try {
    return parse(args)
  } catch (error) {
    throw new UsageError(withoutTokens((error as Error).message.split('. ')[0] ?? ''), { cause: error })
  }
}

/** Refuses an option of another command. */
export function requireKnown(flags: Flags, command: string, own: readonly FlagName[]) {
  const known: string[] = [...GENERAL, ...own]
  const unknown = Object.keys(flags).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`'${command}' has no option --${unknown}. Run latchkey ${command} --help.`)
}

export function wholeNumber(given: string | undefined, name: FlagName, [least, most]: [number, number]) {
  if (given === undefined) return undefined
  const number = /^\d{1,9}$/.test(given) ? Number(given) : NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`)
}

export function oneOf<const Choice extends string>(
  given: string | undefined,
  name: FlagName,
  choices: readonly Choice[],
) {
  const choice = choices.find((one) => one === given)
  if (given !== undefined && choice === undefined) throw new UsageError(`--${name} must be ${choices.join(' or ')}.`)
  return choice
}

export function required(given: string | undefined, name: FlagName, example: string) {
  if (given === undefined || given.trim() === '')
    throw new UsageError(`--${name} is missing. Pass --${name} ${example}.`)
  return given
}
