import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { downloads } from '#contract/releases/downloads.ts'
import { buildApp } from '#server/app.ts'
import { versions } from '#server/database/schema/releases.ts'
import { openBucket } from '#server/testing/platform/objects.ts'
import { PROGRAM, publish } from '#server/testing/releases/downloads.ts'
import { db, platform, signIn } from '#server/testing/testing.ts'

test('a file in a bucket comes through the portal: whole, in part, and not at all once it is withdrawn', async () => {
  const objects = await openBucket()
  const app = await buildApp({ ...platform, objects })
  const version = await publish({}, PROGRAM, objects)
  const { cookie = '' } = await signIn({ role: 'customer' })
  const answer = await app.inject({ url: downloads.file.url.replace(':id', version.id), headers: { cookie } })
  const { downloadUrl } = answer.json<{ downloadUrl: string }>()
  const ask = (headers = {}) => app.inject({ url: downloadUrl, headers })

  const whole = await ask()
  expect([whole.statusCode, whole.rawPayload.equals(PROGRAM)]).toEqual([200, true])
  const part = await ask({ range: 'bytes=100-199', 'if-range': whole.headers.etag })
  expect([part.statusCode, part.rawPayload.equals(PROGRAM.subarray(100, 200))]).toEqual([206, true])
  await db.update(versions).set({ isActive: false }).where(eq(versions.id, version.id))
  expect((await ask()).statusCode).toBe(404)
  await app.close()
})
