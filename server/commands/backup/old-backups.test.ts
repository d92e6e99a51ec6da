import { execFile } from 'node:child_process'
import { chmod, chown, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { BACKUP_SECRET, temporaryFolder } from '#server/testing/operations/backups.ts'
import { bucketAt, startOddBucket } from '#server/testing/platform/objects.ts'
import { config, testDatabaseUrl } from '#server/testing/testing.ts'
import { openPlace } from './places.ts'
import { saveBackup } from './save.ts'

vi.setConfig({ testTimeout: 60_000 })

const OLD = 'latchkey-20200101T000000Z.backup'
const NEW = /^latchkey-20(?:2[6-9]|[3-9]\d)\d{4}T\d{6}Z\.backup$/

test('a new backup is saved where the policy of a bucket keeps the old ones, and the refusal says both', async () => {
  const s3 = bucketAt(
    await startOddBucket(({ request, response, forward }) => {
      if (request.method !== 'DELETE') return forward()
      response.writeHead(403, { 'content-type': 'application/xml' })
      return response.end('<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>')
    }),
  )
  const place = openPlace('s3://latchkey/backups', s3)
  await place.write(OLD, async (sink) => void sink.end('old'))
  const saving = saveBackup({ url: testDatabaseUrl, config, secret: BACKUP_SECRET, place, kept: 1 })
  await expect(saving).rejects.toThrow(
    /^latchkey-\S+Z\.backup is saved, but latchkey-20200101T000000Z\.backup could not be deleted\. The bucket latchkey cannot be used: AccessDenied: Access Denied\.$/,
  )
  expect(await place.list()).toEqual([OLD, expect.stringMatching(NEW)])
})

test('a backup that cannot be deleted does not keep the other old ones', async () => {
  const [stuck, others] = ['latchkey-20200102T000000Z.backup', [OLD, 'latchkey-20200103T000000Z.backup']]
  const s3 = bucketAt(
    await startOddBucket(({ request, response, forward }) => {
      if (request.method !== 'DELETE' || !request.url?.includes(stuck)) return forward()
      response.writeHead(403, { 'content-type': 'application/xml' })
      return response.end('<Error><Code>AccessDenied</Code><Message>Locked.</Message></Error>')
    }),
  )
  const place = openPlace('s3://latchkey/locked', s3)
  for (const name of [stuck, ...others]) await place.write(name, async (sink) => void sink.end('old'))
  const saving = saveBackup({ url: testDatabaseUrl, config, secret: BACKUP_SECRET, place, kept: 1 })
  await expect(saving).rejects.toThrow(`but ${stuck} could not be deleted.`)
  expect(await place.list()).toEqual([stuck, expect.stringMatching(NEW)])
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a new backup is saved in a folder whose old ones belong to someone else, and the command says both',
  async () => {
    const folder = await temporaryFolder()
    await chmod(folder, 0o1777)
    await writeFile(path.join(folder, OLD), 'old')
    for (const one of [folder, path.join(folder, OLD)]) await chown(one, 4242, 4242)
    const command = [process.execPath, path.join(import.meta.dirname, '../backup.ts'), '--to', folder, '--keep', '1']
    const outcome = await promisify(execFile)('setpriv', ['--bounding-set=-all', '--inh-caps=-all', ...command], {
      env: { ...process.env, DATABASE_URL: testDatabaseUrl, BACKUP_SECRET },
    }).catch((error: object) => error)
    expect(outcome).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^latchkey-\S+Z\.backup is saved, but latchkey-20200101T000000Z\.backup could not be deleted\. The folder \S+ cannot be used: EPERM: operation not permitted, unlink '\S+'\.\n$/,
      ),
    })
    expect((await readdir(folder)).toSorted()).toEqual([OLD, expect.stringMatching(NEW)])
  },
)
