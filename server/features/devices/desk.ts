import type { Database } from '#server/database/database.ts'
import { createFileSigner, type FileSigner } from '#server/features/license-files/sign.ts'
import { createUpdateTokens, type UpdateTokens } from '#server/features/updates/update-token.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readSecret } from '#server/platform/secrets.ts'
import { createFactsReader, type ReadFacts } from './facts.ts'

/** What whoever answers devices shares, made once for a group of routes. */
export type Desk = {
  db: Database
  factsByKey: ReadFacts
  factsByToken: ReadFacts
  files: FileSigner
  updateTokens: UpdateTokens
  /** What device tokens are derived from. */
  secret: string
}

export const openDesk = async ({ db, pool, seal }: Pick<Platform, 'db' | 'pool' | 'seal'>): Promise<Desk> => ({
  db,
  factsByKey: createFactsReader(pool, 'key'),
  factsByToken: createFactsReader(pool, 'token'),
  files: createFileSigner({ db, seal }),
  updateTokens: createUpdateTokens(await readSecret(db, 'update-tokens')),
  secret: await readSecret(db, 'device-tokens'),
})
