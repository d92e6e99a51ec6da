import { randomBytes } from 'node:crypto'
import type { Database } from '#server/database/database.ts'
import { systemActor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import { countVersions, deleteVersions, insertFirst, insertVersion, selectVersions } from './queries.ts'
import type { Seal } from './sealing.ts'

const SECRET_NAMES = [
  'device-tokens',
  'update-tokens',
  'upload-links',
  'organization-names',
  'reply-addresses',
] as const
type SecretName = (typeof SECRET_NAMES)[number]

export type Secret = {
  newest: () => string
  /** The newest version at that time. */
  at: (instant: string) => string
  all: () => string[]
}

type Version = { value: string; validFrom: string | null; isValid: boolean }

/** Milliseconds between reads of versions that other processes added. */
const REFRESH = 30_000

type Options = { db: Database; seal: Seal; onError?: (error: Error) => void }

export type Secrets = ReturnType<typeof createSecrets>

export function createSecrets({ db, seal, onError = () => {} }: Options) {
  const opened = new Map<SecretName, Version[]>()

  async function read(name: SecretName) {
    const rows = await selectVersions(db, name)
    opened.set(
      name,
      rows.map(({ value, ...times }) => ({ ...times, value: seal.open(value) })),
    )
  }
  const refresh = async () => void (await Promise.all([...opened.keys()].map(read)))
  const timer = setInterval(() => void refresh().catch(onError), REFRESH).unref()

  return {
    /** Returns the secret, which the first caller creates. */
    open: async (name: SecretName): Promise<Secret> => {
      await addFirst(db, seal, name)
      await read(name)
      const versions = () => opened.get(name) ?? []
      return {
        newest: () => valueOf(versions().findLast(({ isValid }) => isValid)),
        at: (instant) =>
          valueOf(versions().findLast(({ validFrom }) => validFrom === null || validFrom <= instant) ?? versions()[0]),
        all: () => versions().map(({ value }) => value),
      }
    },
    refresh,
    stop: () => clearInterval(timer),
  }
}

function valueOf(version: Version | undefined) {
  if (!version) throw new Error('A secret without a version')
  return version.value
}

const randomValue = (seal: Seal) => seal.seal(randomBytes(32).toString('base64url'))

async function addFirst(db: Database, seal: Seal, name: SecretName) {
  if ((await countVersions(db, name)) === 0) await insertFirst(db, name, randomValue(seal))
}

/** Seconds before a new version is used, so that all processes have read it. */
export const SETTLING = 300

/**
 * Adds a version of each secret. `afterSeconds: 0` and `forget` immediately invalidate everything made with earlier ones. Throws if `seal`
 * can't read the earlier ones, because the servers could not read a version of it.
 */
export const rotateSecrets = (
  { db, seal }: Pick<Options, 'db' | 'seal'>,
  { afterSeconds = SETTLING, forget = false } = {},
) =>
  db.transaction(async (tx) => {
    for (const name of SECRET_NAMES) {
      for (const { value } of await selectVersions(tx, name)) seal.open(value)
      if (forget) await deleteVersions(tx, name)
      await insertVersion(tx, { name, value: randomValue(seal), afterSeconds })
    }
    const earlier: Changes = forget ? { earlierSecrets: ['valid', 'deleted'] } : {}
    await audit(tx, systemActor, {
      action: 'secret.rotated',
      changes: { secrets: [null, SECRET_NAMES.join(', ')], ...earlier },
    })
  })
