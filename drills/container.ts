import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartupError } from '#server/database/startup-error.ts'
import { freePort } from '#server/testing/platform/server-process.ts'
import { createCluster, startCluster } from './debian-postgres.ts'
import { buildImage, DEBOOTSTRAP, enterImage, inspectImage, PODMAN, prepareBase, type Enter } from './images.ts'
import { startLoad } from './load.ts'
import { fillDatabase, root } from './portals.ts'
import { countFailed, tableOfFacts } from './report.ts'
import { requirePrograms, type Stage } from './stage.ts'
import { answers, timed } from './waiting.ts'

const IMAGE = 'localhost/latchkey'
const START_SECONDS = 120
const LOAD_MS = 5000

/** Builds the Dockerfile, and serves from the image as a container would: read-only files, an ordinary user. */
export async function drill(stage: Stage) {
  if (process.getuid?.() !== 0) throw new StartupError('This drill mounts file systems: run it as root')
  await requirePrograms({ [PODMAN]: 'podman', [DEBOOTSTRAP]: 'debootstrap' })
  const base = await prepareBase(stage)
  console.log(`Building from ${base} …`)
  const built = await timed(() => buildImage(stage, IMAGE))
  const { Size: size, Config, Healthcheck } = await inspectImage(stage, IMAGE)
  const { port, enter } = await prepareServing(stage, Config.Env)
  const portal = stage.start('portal', enter(Config.Cmd))
  const started = await timed(() => answers(`http://127.0.0.1:${port}/health/ready`, START_SECONDS))
  const inside = {
    user: await run(enter(['id', '-un'])),
    health: await outcome(run(enter(Healthcheck.Test.slice(1)))),
    code: await outcome(run(enter(['touch', '/app/file']))),
    data: await outcome(run(enter(['touch', '/data/file']))),
    backup: await explained(backUp(enter)),
    guides: (await fetch(`http://127.0.0.1:${port}/developers/integrate`)).ok,
  }
  const served = await serve(port)
  portal.signal('SIGTERM')
  const [exitCode] = await portal.stopped
  const isRight =
    inside.user === 'node' && inside.health && !inside.code && inside.data && inside.backup && inside.guides
  if (!isRight || served.failed > 0 || exitCode !== 0) process.exitCode = 1
  const facts = {
    'Build, packages included': `${built.toFixed(0)} s`,
    'Image with its base': `${(size / 1e6).toFixed(0)} MB`,
    'Start until ready': `${started.toFixed(1)} s`,
    User: inside.user,
    'Health check': inside.health ? 'healthy' : 'unhealthy',
    'Write below /app': inside.code ? 'possible' : 'refused',
    'Write below /data': inside.data ? 'possible' : 'refused',
    'Backup, saved and verified': inside.backup ? 'verified' : 'failed',
    'Guides at /developers': inside.guides ? 'shown' : 'missing',
    'Requests, failed': `${served.requests}, ${served.failed}`,
    'Exit code after SIGTERM': String(exitCode),
  }
  console.log(`\n${tableOfFacts(['Step', 'Result'], Object.entries(facts))}`)
}

/** A filled database, and how to run a command of the image on it. */
async function prepareServing(stage: Stage, environment: string[]): Promise<{ port: number; enter: Enter }> {
  const database = await createCluster(stage)
  await startCluster(database, 'postgresql')
  await fillDatabase(root, database.url)
  const port = await freePort()
  const enter = await enterImage(stage, IMAGE, [
    ...environment,
    `DATABASE_URL=${database.url}`,
    'HOST=127.0.0.1',
    `PORT=${port}`,
    `PUBLIC_URL=https://127.0.0.1:${port}`,
    'TRUST_PROXY=127.0.0.1',
    'LOG_LEVEL=warn',
    `BACKUP_SECRET=${randomBytes(32).toString('hex')}`,
    'TMPDIR=/data',
  ])
  return { port, enter }
}

/** The example data's files are on another computer, so the backup exits with 1, but is there to be verified. */
async function backUp(enter: Enter) {
  await outcome(run(enter(['node', 'server/commands/backup.ts', '--to', '/data'])))
  await run(enter(['node', 'server/commands/backup-verify.ts', '--from', '/data']))
}

const run = async ([command = '', ...args]: string[]) => (await promisify(execFile)(command, args)).stdout.trim()

const outcome = (running: Promise<unknown>) =>
  running.then(
    () => true,
    () => false,
  )

/** Also prints why it failed. */
const explained = (running: Promise<unknown>) =>
  outcome(
    running.catch((error: unknown) => {
      console.log(error)
      throw error
    }),
  )

async function serve(port: number) {
  const load = await startLoad(port, { senders: 2, pauseMs: 200 })
  await delay(LOAD_MS)
  await load.stop()
  return { requests: load.phases.reduce((sum, { requests }) => sum + requests, 0), failed: countFailed(load.phases) }
}
