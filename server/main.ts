import { readConfig, type Config } from './platform/config.ts'
import { openWaitingRoom } from './start/waiting-room.ts'
import { wordsOf, createReport } from './platform/http/logging.ts'

/** Milliseconds for requests in flight to finish. */
const PATIENCE = 12_000

async function start() {
  const config = readConfig()
  const waitingRoom = await openWaitingRoom(config)
  // Loading the portal's code takes most of a start.
  const { startPortal } = await import('./portal.ts')
  const stop = await startPortal(config, { waitingRoom, report })
  greet(config)
  stopOnSignal(config, stop)
}

function stopOnSignal({ drainSeconds }: Config, stop: () => Promise<void>) {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), drainSeconds * 1000 + PATIENCE).unref()
    stop().then(
      () => process.exit(0),
      (error: Error) => fail(error),
    )
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
}

const DEMO_ACCOUNTS = [
  ['admin@example.com', 'admin'],
  ['agent@example.com', 'agent'],
  ['owner@acme.example', 'org_admin of Acme Mining'],
  ['member@acme.example', 'customer of Acme Mining'],
  ['owner@globex.example', 'org_admin of Globex Logistics'],
  ['member@globex.example', 'customer of Globex Logistics'],
] as const

function greet({ demo, demoPassword, productName, publicUrl, host, port }: Config) {
  if (!demo) return console.log(`${productName} is ready on ${host}:${port} for ${publicUrl}`)
  console.log(`\n${productName} is ready: ${publicUrl}\n\nSign in with the password ${demoPassword} as`)
  for (const [email, role] of DEMO_ACCOUNTS) console.log(`  ${email.padEnd(24)}${role}`)
  console.log('\nEmails are at /outbox, for the admin. Press Ctrl+C to stop. Your data is kept.\n')
}

const report = createReport(console.error)

function fail(error: unknown): never {
  console.error(wordsOf(error))
  process.exit(1)
}

// Node.js would print the error with the statement's parameters.
process.on('uncaughtException', fail).on('unhandledRejection', fail)
start().catch(fail)
