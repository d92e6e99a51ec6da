import type * as z from 'zod/mini'
import type { devices } from '#contract/licensing/devices.ts'
import type { Database } from '#server/database/database.ts'
import { createFileSigner, type FileSigner } from '#server/licensing/signing/sign.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Secret } from '#server/platform/secrets/secrets.ts'
import { createUpdateTokens, type UpdateTokens } from '#server/releases/public.ts'
import { createFactsReader, type ReadFacts } from './decision/queries.ts'

export type Body<Name extends keyof typeof devices> = z.output<(typeof devices)[Name]['schema']['body']>

export type DeviceContext = {
  db: Database
  factsByKey: ReadFacts
  factsByToken: ReadFacts
  files: FileSigner
  /** Derives the pseudonyms of organizations in license files. */
  pseudonymSecret: Secret
  updateTokens: UpdateTokens
  /** Derives device tokens. */
  tokenSecret: Secret
}

/** Signs files that name an organization. */
export type Signer = Pick<DeviceContext, 'files' | 'pseudonymSecret'>

export const openDeviceContext = async ({
  db,
  pool,
  seal,
  secrets,
}: Pick<Platform, 'db' | 'pool' | 'seal' | 'secrets'>): Promise<DeviceContext> => ({
  db,
  factsByKey: createFactsReader(pool, 'key'),
  factsByToken: createFactsReader(pool, 'token'),
  files: createFileSigner({ db, seal }),
  pseudonymSecret: await secrets.open('organization-names'),
  updateTokens: createUpdateTokens(await secrets.open('update-tokens')),
  tokenSecret: await secrets.open('device-tokens'),
})
