import { parseArgs } from 'node:util'
import { createDeviceClient } from './client.ts'
import { UsageError, commands, knownFrom } from './commands.ts'
import { exitCodeOf, humanReport, machineReport } from './report.ts'
import { DEFAULT_STATE_FILE, readState, writeState } from './state.ts'

const USAGE = `A Windows computer with Latchkey's desktop application, as far as licensing goes.

  npm run device -- <command> [options]

Commands
  activate     bind a license to this device (--key)
  validate     ask whether this device may run; changes nothing
  check-in     say that the device is there, and learn the decision
  deactivate   give the license back
  status       what the device knows without asking

Options
  --server URL         default http://localhost:3000
  --key KEY            the license key
  --uuid UUID          the device UUID; without one it is made up, and kept
  --name NAME          the computer's name
  --os TEXT            its Windows
  --app-version TEXT   the application's version
  --state FILE         where the device remembers, default ${DEFAULT_STATE_FILE}
  --json               one line for machines

Exit code: 0 may run, 1 may not, 2 nobody knows (no network, busy, fault), 64 wrong usage`

const text = { type: 'string' } as const

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        server: text,
        key: text,
        uuid: text,
        name: text,
        os: text,
        'app-version': text,
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
  const known = knownFrom(readState(values.state), values)
  if (!URL.canParse(known.server)) throw new UsageError(`${known.server} is no address. Say --server http://…`)
  const { outcome, state } = await run(known, createDeviceClient(known), values['app-version'])
  writeState(values.state, state)
  console.log(values.json ? machineReport(name, outcome, state) : humanReport(outcome, state))
  process.exitCode = exitCodeOf(outcome)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 64
}
