import { applicationFileRow, makeVersion } from '#demo/rows/releases.ts'
import { only, type Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { objects } from '#server/database/schema/objects.ts'
import { createSeal } from '#server/platform/secrets/sealing.ts'
import { createSecrets } from '#server/platform/secrets/secrets.ts'
import { createUpdateTokens } from '#server/releases/updates/update-token.ts'
import type { Benchmark } from './benchmark.ts'
import { someDevices } from './devices.ts'
import { request } from './request.ts'

const VERSION = '5.0.0'

/** Is there a newer version for this device? Asked at every start of an application. */
export const updateFeed: Benchmark = {
  name: 'update-feed',
  floor: 'select',
  connections: [32, 256],
  prepare: async (db) => {
    await publish(db)
    const secrets = createSecrets({ db, seal: createSeal() })
    const tokens = createUpdateTokens(await secrets.open('update-tokens'))
    secrets.stop()
    return (await someDevices(db)).map(({ id, number, deviceFingerprint: deviceToken }) =>
      request(`GET /updates/${tokens.tokenFor({ id, deviceToken })}/stable/latest.yml`, {
        number,
        expect: [`version: ${VERSION}`, 'sha512: '],
      }),
    )
  },
}

/** What a feed offers. Nobody downloads it here, so its bytes are nowhere. */
async function publish(db: Database) {
  const { id: userId } = await db.select().from(users).limit(1).then(only)
  const fileName = `Setup-${VERSION}.exe`
  const file = applicationFileRow({ key: `application/${fileName}`, userId, fileName }, Buffer.from('MZ'))
  const { id: objectId } = await db.insert(objects).values(file).returning().then(only)
  await makeVersion(db, { version: VERSION, fileName, objectId, isLatest: true })
}
