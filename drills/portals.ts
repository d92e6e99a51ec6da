import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#server/testing/platform/server-process.ts'
import { bareEnvironment } from '../bench/environment.ts'
import { query } from './debian-postgres.ts'
import type { Stage } from './stage.ts'
import { answers } from './waiting.ts'

export const root = path.resolve(import.meta.dirname, '..')

/** A busy computer loads a release slowly. */
const START_SECONDS = 400

/** A command of a release. */
export async function runCommandOf(release: string, name: string, databaseUrl: string) {
  const env = { ...bareEnvironment(), DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [`server/commands/${name}.ts`], { cwd: release, env })
}

/** Fills a new database with a release's example data, in which the load may create any number of licenses. */
export async function fillDatabase(release: string, url: string) {
  await runCommandOf(release, 'seed', url)
  await query({ url }, 'update subscriptions set license_limit = 100000')
}

type Portal = {
  stage: Stage
  name: string
  port: number
  publicPort: number
  databaseUrl: string
  replicaUrl?: string
}

/** Starts a release on a port and waits until it is ready. */
export async function startPortal(release: string, { stage, name, port, publicPort, databaseUrl, replicaUrl }: Portal) {
  const files = path.join(stage.folder, 'files')
  await mkdir(files, { recursive: true })
  const env = {
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `https://127.0.0.1:${publicPort}`,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    ...(replicaUrl !== undefined && { DATABASE_REPLICA_URL: replicaUrl }),
    DATABASE_POOL: '10',
    DATA_DIR: files,
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/latchkey-drills'),
  }
  const portal = stage.start(name, [process.execPath, 'server/main.ts'], { cwd: release, env })
  await answers(`http://127.0.0.1:${port}/health/ready`, START_SECONDS)
  return portal
}

/** The recipe of docs/ whose block contains this line. */
export async function readRecipe(line: string) {
  const pages = ['docs/deploy.md', 'docs/operate.md'].map((page) => readFile(path.join(root, page), 'utf8'))
  const text = (await Promise.all(pages)).join('\n')
  const blocks = Array.from(text.matchAll(/^```\w+\n(.*?)^```$/gms), ([, block = '']) => block)
  const recipe = blocks.find((block) => block.split('\n').includes(line))
  if (recipe === undefined) throw new Error(`docs/ has no recipe with the line: ${line}`)
  return recipe
}

/** Replaces exactly one text of a recipe. */
export function adapt(recipe: string, changes: Record<string, string>) {
  let text = recipe
  for (const [from, to] of Object.entries(changes)) {
    if (text.split(from).length !== 2) throw new Error(`The recipe does not have this text once: ${from}`)
    text = text.replace(from, to)
  }
  return text
}

export const HAPROXY = '/usr/sbin/haproxy'

/** HAProxy with the recipe of docs/deploy.md, in front of two portals, without TLS, and with `more` recipes. */
export async function startHaproxy(stage: Stage, ports: [number, number], more: string[] = []) {
  const port = await freePort()
  const recipe = adapt(await readRecipe('backend latchkey'), {
    'bind :443 ssl crt /etc/haproxy/portal.pem': `bind 127.0.0.1:${port}`,
  })
  const config = recipe
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${ports[0]}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${ports[1]}`)
  const file = path.join(stage.folder, 'haproxy.cfg')
  await writeFile(file, [config, ...more].join('\n'))
  stage.start('haproxy', [HAPROXY, '-db', '-f', file])
  return port
}
