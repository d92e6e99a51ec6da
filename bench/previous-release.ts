import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { session } from '#contract/identity/session.ts'
import { devices } from '#contract/licensing/devices.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { checkOut } from './checkout.ts'
import { bareEnvironment } from './environment.ts'
import { serve } from './serve.ts'

// Usage: npm run previous-release -- v0.1.0. Upgrades that release to this one while both run on one database.

const root = path.resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const OWNER = { email: 'owner@acme.example', password: 'portal-demo-2026' }

const [ref] = process.argv.slice(2)
if (ref === undefined) {
  console.error('Usage: npm run previous-release -- <tag or commit>')
  process.exit(1)
}

const { directory: previous, remove } = await checkOut(ref).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-previous-'))
const undo = [remove, () => rm(folder, { recursive: true, force: true })]
try {
  const database = await startEmbeddedDatabase({ directory: path.join(folder, 'database') })
  undo.push(database.stop)
  await upgrade(database.url)
} finally {
  for (const step of undo.reverse()) await step()
}

async function upgrade(url: string) {
  const env = { ...bareEnvironment(), DATABASE_URL: url }
  const command = (release: string, name: string) =>
    run(process.execPath, [`server/commands/${name}.ts`], { cwd: release, env })
  await command(previous, 'seed')
  const settings = { DATABASE_URL: url, DATA_DIR: path.join(folder, 'files') }
  const start = (release: string) => serve(release, settings, undo)
  const old = await start(previous)
  await smoke(old.url, `${ref} on its own schema`)
  const traffic = sendTraffic(old.url)
  await command(root, 'migrate')
  const { answered, failed } = await traffic.stop()
  console.log(`During the migration: ${answered} requests answered, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
  await smoke(old.url, `${ref}, still running on the new schema`)
  const own = await start(root)
  await smoke(own.url, 'this release, running at the same time')
  await old.stop()
  const again = await start(previous)
  await smoke(again.url, `${ref}, started on the new schema`)
  await again.stop()
  await own.stop()
}

/** Signs in, creates a license, activates it and checks in. */
async function smoke(url: string, what: string) {
  const signedIn = await post(url + session.login.url, OWNER)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { licenseKey } = await json(await post(url + licenses.create.url, { label: what }, { cookie }))
  const device = { deviceName: 'PC', deviceOs: 'Windows 11' }
  const deviceFingerprint = crypto.randomUUID()
  const { deviceToken } = await json(
    await post(url + devices.activate.url, { licenseKey, deviceFingerprint, ...device }),
  )
  await post(url + devices.checkIn.url, { ...device, appVersion: '1.0.0' }, { authorization: `Device ${deviceToken}` })
  console.log(`${what}: signed in, license created, device activated and checked in`)
}

function sendTraffic(url: string) {
  const count = { answered: 0, failed: 0 }
  let isOver = false
  const send = async () => {
    const body = { licenseKey: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA', deviceFingerprint: 'x' }
    while (!isOver) {
      const answer = await fetch(url + devices.validate.url, requestOf(body)).catch(() => undefined)
      // 429: the rate limit, not a failure.
      if (answer && (answer.ok || answer.status === 429)) count.answered += 1
      else count.failed += 1
      await answer?.arrayBuffer()
    }
  }
  const senders = Array.from({ length: 4 }, send)
  return {
    stop: async () => {
      isOver = true
      await Promise.all(senders)
      return count
    },
  }
}

function requestOf(body: object, headers: Record<string, string> = {}) {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, requestOf(body, headers))
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function json(answer: Response) {
  return (await answer.json()) as Record<string, string>
}
