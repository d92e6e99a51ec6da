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
