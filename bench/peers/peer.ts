import { setTimeout as delay } from 'node:timers/promises'
import type { Request } from '../benchmarks/request.ts'
import type { BenchmarkDatabase } from '../benchmark-database.ts'
import type { Server } from '../child.ts'

export const TASKS = ['list 100', 'read one', 'update', 'sign in'] as const
export type Task = (typeof TASKS)[number]

export type Peer = { name: string; server: Server; requests: Record<Task, Request[]> }

/** `folder`: for its packages and settings. */
export type StartPeer = (database: BenchmarkDatabase, folder: string) => Promise<Peer>

/** The columns of a license that all of them have. */
export const COLUMNS = [
  'label',
  'description',
  'license_key',
  'status',
  'device_fingerprint',
  'device_name',
  'device_os',
  'organization_id',
  'created_at',
  'updated_at',
] as const

/** Licenses that are read and updated. */
export const CHOSEN = 1000

export const EMAIL = 'bench@example.com'

const START_TIMEOUT_MS = 120_000

/** Waits until an address answers. */
export async function answers(url: string, server: { hasExited: () => boolean }) {
  const deadline = performance.now() + START_TIMEOUT_MS
  const isUp = () =>
    fetch(url).then(
      ({ status }) => status < 500,
      () => false,
    )
  while (!(await isUp())) {
    if (server.hasExited()) throw new Error(`The server of ${url} did not start`)
    if (performance.now() > deadline) throw new Error(`${url} did not answer in time`)
    await delay(100)
  }
}

/** Sends JSON and returns the answer's. */
export async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<unknown>
}
