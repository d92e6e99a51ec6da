#!/usr/bin/env node
import { commands } from './commands.ts'
import { UsageError, describe, exitCodeOf, failureDocument } from './failures.ts'
import { parseFlags, requireKnown, wholeNumber, type Flags } from './flags.ts'
import { createApi } from './http/api.ts'
import { printable, type Outcome } from './output.ts'
import { readServer, readToken, withoutTokens } from './settings.ts'
import { PAGES, USAGE, type CommandName } from './usage.ts'
import { VERSION } from './version.ts'

/** Seconds. */
const PATIENCE = 60

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** `latchkey help`, and `latchkey release --help` for a group of commands. */
const asksForHelp = ({ help }: Flags, [group, ...others]: string[]) =>
  others.length === 0 &&
  (group === 'help' || (help && (!group || Object.keys(commands).some((name) => name.startsWith(`${group} `)))))

async function run(flags: Flags, positionals: string[]): Promise<Outcome | string> {
  const name = positionals.slice(0, 2).join(' ')
  if (!isCommand(name)) {
    if (asksForHelp(flags, positionals)) return USAGE
    throw new UsageError(positionals.length === 0 ? USAGE : `There is no command '${name}'. Run latchkey --help.`)
  }
  if (flags.help) return PAGES[name]
  const { options, takes, run: runCommand } = commands[name]
  requireKnown(flags, name, options)
  const args = positionals.slice(2)
  const most = takes === 'many' ? Infinity : takes === 'one' ? 1 : 0
  if (args.length > most)
    throw new UsageError(`Unexpected argument '${args[most] ?? ''}'. Run latchkey ${name} --help.`)
  const patienceSeconds = wholeNumber(flags.wait, 'wait', [0, 86_400]) ?? PATIENCE
  const connect = () =>
    createApi({
      server: readServer(flags.server, process.env),
      token: readToken(process.env),
      patienceSeconds,
      clientVersion: VERSION,
      note: (text) => process.stderr.write(`${printable(text)}\n`),
    })
  return runCommand(connect, flags, args)
}

const documentOf = (data: unknown) => `${withoutTokens(JSON.stringify(data, null, 2))}\n`

/** Exits once everything is written: a pipe takes time. */
async function main(args: string[]) {
  if (args.length === 1 && args[0] === '--version') return void process.stdout.write(`${VERSION}\n`)
  const isJson = args.includes('--json')
  try {
    const { values, positionals } = parseFlags(args)
    const outcome = await run(values, positionals)
    if (typeof outcome === 'string') return void process.stdout.write(`${outcome}\n`)
    process.stdout.write(values.json ? documentOf(outcome.data) : `${printable(outcome.text)}\n`)
    process.exitCode = outcome.exitCode ?? 0
  } catch (failure) {
    if (isJson) process.stdout.write(documentOf(failureDocument(failure)))
    else process.stderr.write(`${printable(describe(failure))}\n`)
    process.exitCode = exitCodeOf(failure)
  }
}

// `latchkey license list | head` closes the pipe.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return
  process.stderr.write(`Can’t print the result: ${code ?? message}.\n`)
  process.exitCode ||= 70
})
// A log that no one reads any more must not end an upload.
process.stderr.on('error', () => {})

await main(process.argv.slice(2))
