import { expect, test } from 'vitest'
import { downloads } from '#contract/releases/downloads.ts'
import { files } from '#contract/releases/files.ts'
import { makeVersion } from '#demo/rows/releases.ts'
import { makeCheckIn } from '#demo/rows/licenses.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { installed } from '#server/testing/releases/updates.ts'
import { db, inDays, signIn } from '#server/testing/testing.ts'

const admin = await signIn({ role: 'admin' })

test('counts the downloads of a version by people, and the devices that run it', async () => {
  const version = await publish({ version: '5.0.0' })
  const unused = await makeVersion(db, { version: '4.0.0' })
  for (const role of ['customer', 'org_admin'] as const)
    await (await signIn({ role })).call(downloads.file, { params: version })
  const { license, owner } = await installed()
  const { organizationId } = owner
  await makeCheckIn(db, { licenseId: license.id, organizationId, lastCheckIn: inDays(0), appVersion: '5.0.0' })
  const { body } = await admin.call(files.usage)
  expect(body).toContainEqual({ versionId: version.id, downloads: 2, devices: 1 })
  expect(body).toContainEqual({ versionId: unused.id, downloads: 0, devices: 0 })
})
