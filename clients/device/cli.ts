import { parseArgs } from 'node:util'
import { commands } from './commands.ts'
import { bootComputer } from './computer.ts'
import { exitCodeOf, humanReport, machineReport } from './report.ts'
import { DEFAULT_STATE_FILE, readState, writeState } from './state.ts'
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
        state: { ...text, default: DEFAULT_STATE_FILE },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

async function main() {
  const { values, positionals } = parse()
  const [name = '', ...rest] = positionals
  const run = Object.hasOwn(commands, name) && rest.length === 0 ? commands[name] : undefined
  if (!run) throw new UsageError(USAGE)
  const known = readState(values.state)
  const server = values.server ?? known.server
  if (server !== undefined && !URL.canParse(server)) {
    throw new UsageError(`${server} is no address. Say --server http://…`)
  }
  const computer = await bootComputer(known, values)
  const outcome = await run(computer, values)
  writeState(values.state, computer.remember())
  console.log(values.json ? machineReport(name, outcome, computer) : humanReport(outcome, computer))
  process.exitCode = exitCodeOf(outcome)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 64
}
