import { applicationFileRow, makeVersion } from '#demo/rows/releases.ts'
import { only, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { createSecrets } from '#server/platform/secrets/secrets.ts'
import { createUpdateTokens } from '#server/releases/updates/update-token.ts'
import type { Benchmark } from './benchmark.ts'
import { readDevices } from './devices.ts'
import { request } from './request.ts'

const VERSION = '5.0.0'

export const updateFeed: Benchmark = {
  name: 'update-feed',
  floor: 'select',
  goal: 0.5,
  connections: [32, 256],
  prepare: async (db) => {
    await publish(db)
    const secrets = createSecrets({ db, seal: createSeal() })
    const tokens = createUpdateTokens(await secrets.open('update-tokens'))
    secrets.stop()
    return (await readDevices(db)).map(({ id, number, deviceFingerprint }) =>
      request(`GET /updates/${tokens.tokenFor({ id, deviceTokenHash: sha256(deviceFingerprint) })}/stable/latest.yml`, {
        number,
        expect: [`version: ${VERSION}`, 'sha512: '],
      }),
    )
  },
}

/** Publishes a version without a stored file, because the benchmark doesn't download it. */
async function publish(db: Database) {
  const { id: userId } = await db.select().from(users).limit(1).then(only)
  const fileName = `Setup-${VERSION}.exe`
  const file = applicationFileRow({ key: `application/${fileName}`, userId, fileName }, Buffer.from('MZ'))
  const { id: objectId } = await db.insert(objects).values(file).returning().then(only)
  await makeVersion(db, { version: VERSION, fileName, objectId, isLatest: true })
}
