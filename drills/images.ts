import { execFile } from 'node:child_process'
import { chown, copyFile, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from './portals.ts'
import type { Stage } from './stage.ts'

export const PODMAN = '/usr/bin/podman'
export const DEBOOTSTRAP = '/usr/sbin/debootstrap'
const BASE = 'docker.io/library/node:24-bookworm-slim'
const TRUSTED = '/etc/ssl/certs/ca-certificates.crt'

/** The user `node` of the base image. */
const NODE_USER = 1000

const call = promisify(execFile)
const MANY_BYTES = { maxBuffer: 64 * 2 ** 20 }

/** Keeps its images in the stage's folder. */
const podman = async ({ folder }: Stage, ...args: string[]) => {
  const places = ['--root', path.join(folder, 'images'), '--runroot', path.join(folder, 'run')]
  return (await call(PODMAN, [...places, ...args], { cwd: root, ...MANY_BYTES })).stdout.trim()
}

/** Pulls the base image, or makes one like it without a registry: Debian, this computer's npm and certificates, and our Node.js. */
export async function prepareBase(stage: Stage) {
  const isPulled = await podman(stage, 'pull', '--quiet', BASE).then(
    () => true,
    () => false,
  )
  if (isPulled) return BASE
  const system = path.join(stage.folder, 'debian')
  await call(DEBOOTSTRAP, ['--variant=minbase', '--include=ca-certificates', 'bookworm', system], MANY_BYTES)
  await call('chroot', [system, 'useradd', '--uid', String(NODE_USER), '--create-home', 'node'])
  await copyFile(TRUSTED, path.join(system, TRUSTED))
  await copyFile(process.execPath, path.join(system, 'usr/local/bin/node'))
  const npm = path.resolve((await call('npm', ['root', '--global'])).stdout.trim(), 'npm')
  await mkdir(path.join(system, 'usr/local/lib/node_modules'), { recursive: true })
  await cp(npm, path.join(system, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(system, 'usr/local/bin/npm'))
  const archive = path.join(stage.folder, 'debian.tar')
  await call('tar', ['-C', system, '-cf', archive, '.'])
  const settings = ['PATH=/usr/local/bin:/usr/bin:/bin', `NODE_EXTRA_CA_CERTS=${TRUSTED}`]
  const changes = settings.flatMap((setting) => ['--change', `ENV ${setting}`])
  await podman(stage, 'import', '--quiet', ...changes, archive, BASE)
  await Promise.all([system, archive].map((file) => rm(file, { recursive: true })))
  return 'a base made from Debian'
}

/** Builds the Dockerfile without a container engine's isolation, which not every computer allows. */
export const buildImage = (stage: Stage, name: string) =>
  podman(stage, 'build', '--isolation=chroot', '--network=host', '--format=docker', '--pull-never', '--tag', name, '.')

type Image = { Size: number; Config: { Cmd: string[]; Env: string[] }; Healthcheck: { Test: string[] } }

export async function inspectImage(stage: Stage, name: string) {
  const [image] = JSON.parse(await podman(stage, 'image', 'inspect', name)) as [Image]
  return image
}

const ENTER = `
set -e
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
mount --bind "$2" "$1/data"
mount --bind /dev "$1/dev"
root="$1"; user="$3"; shift 3
exec chroot --userspec="$user:$user" "$root" /usr/bin/env -i -C /app "$@"
`

/** How to run a command in an image as a container would: its files read-only, its user, /tmp and /data writable. */
export type Enter = (command: string[]) => string[]

export async function enterImage(stage: Stage, name: string, environment: string[]): Promise<Enter> {
  const files = await podman(stage, 'image', 'mount', name)
  stage.onClose(() => podman(stage, 'image', 'unmount', '--force', name))
  const data = path.join(stage.folder, 'data')
  await mkdir(data, { recursive: true })
  await chown(data, NODE_USER, NODE_USER)
  const script = path.join(stage.folder, 'enter.sh')
  await writeFile(script, ENTER)
  return (command: string[]) => [
    'unshare',
    '--mount',
    'sh',
    script,
    files,
    data,
    String(NODE_USER),
    ...environment,
    ...command,
  ]
}
