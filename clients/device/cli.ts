import { parseArgs } from 'node:util'
import { commands } from './commands.ts'
import { bootComputer, UnreachableError } from './computer.ts'
import { exitCodeOf, humanReport, machineReport } from './report.ts'
import { DEFAULT_STATE_FILE, readState, writeState, type State } from './state.ts'
import { USAGE, UsageError } from './usage.ts'

const text = { type: 'string' } as const

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        server: text,
        key: text,
        'enrollment-key': text,
        uuid: text,
        name: text,
        os: text,
        'app-version': text,
        channel: text,
        file: text,
        reason: text,
        state: { ...text, default: DEFAULT_STATE_FILE },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

async function main() {
  const { values, positionals } = parse()
  if (values.help) return console.log(USAGE)
  const [name = '', ...rest] = positionals
  const run = Object.hasOwn(commands, name) && rest.length === 0 ? commands[name] : undefined
  if (!run) throw new UsageError(USAGE)
  if (values.channel !== undefined && !/^(stable|beta)(-arm64)?$/.test(values.channel))
    throw new UsageError('Invalid channel. Pass --channel stable, beta, stable-arm64 or beta-arm64.')
  const known = readState(values.state)
  const server = values.server ?? known.server
  if (server !== undefined && !(URL.canParse(server) && /^https?:$/.test(new URL(server).protocol))) {
    throw new UsageError(
      `'${server}' isn’t a valid server address. Pass a URL, such as --server https://portal.example.com.`,
    )
  }
  const computer = await bootComputer(known, values, { isSameComputer: name === 'transfer' })
  const outcome = await run(computer, values)
  console.log(values.json ? machineReport(name, outcome, computer) : humanReport(outcome, computer))
  process.exitCode = exitCodeOf(outcome)
  save(values.state, computer.remember())
}

/** Scripts must know if the license is active on the server but not saved on this computer. */
function save(file: string, state: State) {
  try {
    writeState(file, state)
  } catch (error) {
    console.error(`Couldn’t save the state in ${file}: ${(error as Error).message}`)
    if (process.exitCode === 0) process.exitCode = 3
  }
}

const exitCodeOfFailure = (error: unknown) =>
  error instanceof UsageError ? 64 : error instanceof UnreachableError ? 2 : 70

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = exitCodeOfFailure(error)
}
