import type pg from 'pg'
import { openPool, type Patience } from './database.ts'

/** Separate pools, so that one full pool does not affect the others. */
export type Pools = Record<'people' | 'devices' | 'access' | 'health', pg.Pool>

type Options = { url: string; connections: number; onError: (error: Error) => void }

/** Milliseconds. Queries of devices and for access are either fast or stuck. */
const PATIENCE = {
  people: { wait: 2000, lock: 1000, statement: 5000 },
  devices: { wait: 1500, lock: 1000, statement: 3000 },
  access: { wait: 1500, lock: 1000, statement: 3000 },
  health: { wait: 1500, lock: 1000, statement: 1000 },
} as const satisfies Record<keyof Pools, Patience>

/** Divides the connections: a quarter for devices, a fifth for access, one for health, the rest for people and jobs. */
export function openPools({ url, connections, onError }: Options): Pools {
  const devices = Math.max(1, Math.floor(connections / 4))
  const access = Math.max(1, Math.floor(connections / 5))
  const people = Math.max(1, connections - devices - access - 1)
  const open = (kind: keyof Pools, max: number, keepsPlans = false) =>
    openPool({ url, max, onError, patience: PATIENCE[kind], keepsPlans })
  return {
    people: open('people', people),
    devices: open('devices', devices, true),
    access: open('access', access),
    health: open('health', 1),
  }
}

/**
 * Connections to the replica: a quarter as many for reports, which read the primary instead if they wait longer than a second, and a quarter for
 * devices while the primary is away.
 */
export function openReplicaPools({ url, connections, onError }: Options) {
  const max = Math.max(1, Math.floor(connections / 4))
  return {
    replicaOfPeople: openPool({ url, max, onError, patience: { ...PATIENCE.people, wait: 1000 } }),
    replicaOfDevices: openPool({ url, max, onError, patience: PATIENCE.devices, keepsPlans: true }),
  }
}

export const closePools = (pools: Record<string, pg.Pool>) =>
  Promise.all(Object.values(pools).map((pool) => pool.end()))

export const countBusy = (pools: Pools) =>
  Object.values(pools).reduce((sum, pool) => sum + pool.totalCount - pool.idleCount, 0)
