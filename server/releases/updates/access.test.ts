import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { organizations } from '#contract/operations/organizations.ts'
import { makeCheckIn } from '#demo/rows/licenses.ts'
import { versions } from '#server/database/schema/releases.ts'
import { computer } from '#server/testing/licensing/devices.ts'
import { publish } from '#server/testing/releases/downloads.ts'
import { installed, publishLatest } from '#server/testing/releases/updates.ts'
import { app, caller, db, inDays, signIn } from '#server/testing/testing.ts'

afterEach(() => db.delete(versions))

const MANIFEST = 'winget/packageManifests/ExampleSoftwarePtyLtd.Latchkey'
const FEEDS = [
  'latest.yml',
  'autoupdater.xml',
  'appcast.xml',
  'winget.yaml',
  'winget/information',
  MANIFEST,
  'update.json',
]
const fileOf = ({ id, fileName }: { id: string; fileName: string }) => `files/${id}/${fileName}`

test('a device’s token gives every feed and the file, again at each check-in, without being its device token', async () => {
  const version = await publishLatest()
  const { ask, updateToken, deviceToken, pc, key } = await installed()
  expect(updateToken).toMatch(/^[\w-]{43}$/)
  expect(updateToken).not.toBe(deviceToken)
  for (const path of [...FEEDS, fileOf(version)]) {
    const { statusCode, headers } = await ask(path)
    expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, 'private, no-cache'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  }
  expect((await ask('beta.yml', { channel: 'beta' })).statusCode).toBe(200)
  expect((await pc.checkIn(deviceToken)).body.updateToken).toBe(updateToken)
  expect((await pc.activate(key)).body.updateToken).toBe(updateToken)
  const headers = { authorization: `Device ${updateToken}` }
  const body = { deviceName: 'PC-1', deviceOs: 'Windows 11' }
  expect((await caller().call(devices.checkIn, { body, headers })).status).toBe(401)
})

test('a token that is made up, cut, changed or for another license is no token', async () => {
  const version = await publishLatest()
  const { updateToken } = await installed()
  const other = await installed()
  const bytes = Buffer.from(updateToken, 'base64url')
  const foreign = Buffer.concat([Buffer.from(other.updateToken, 'base64url').subarray(0, 16), bytes.subarray(16)])
  const changed = Buffer.from(bytes)
  changed[31]! ^= 1
  const paths = ['latest.yml', 'update.json', fileOf(version)]
  const ask = (token: string, path: string) => app.inject({ url: `/updates/${encodeURI(token)}/stable/${path}` })
  const unknown = [
    other.deviceToken,
    Buffer.alloc(32).toString('base64url'),
    foreign.toString('base64url'),
    changed.toString('base64url'),
  ]
  for (const token of unknown)
    for (const path of paths) {
      const answer = await ask(token, path)
      expect([token, path, answer.statusCode]).toEqual([token, path, 404])
      expect(answer.json()).toEqual({ message: expect.stringMatching(/^This update token is unknown, or no longer/) })
    }
  const malformed = ['x', updateToken.slice(0, -1), `${updateToken}A`, `${updateToken}=`, '%00%01', 'Ü'.repeat(43)]
  for (const token of malformed)
    for (const path of paths) {
      const answer = await ask(token, path)
      expect([token, path, answer.statusCode]).toEqual([token, path, 400])
      expect(answer.json()).toEqual({ message: expect.stringMatching(/is not an update token\./) })
    }
})

test('a token ends when its device gives the license back, and the next device has another', async () => {
  await publishLatest()
  const { ask, pc, deviceToken, key, updateToken } = await installed()
  await pc.deactivateByToken(deviceToken)
  expect((await ask('latest.yml')).statusCode).toBe(404)
  const next = await computer().activate(key)
  expect(next.body.updateToken).not.toBe(updateToken)
  expect((await ask('latest.yml')).statusCode).toBe(404)
})

test('a token ends when the portal takes the license from the device', async () => {
  const version = await publishLatest()
  const { ask, owner, license } = await installed()
  await owner.call(licenses.change, { params: license, body: { status: 'revoked' } })
  const answer = await ask(fileOf(version))
  expect(answer.json()).toEqual({
    message: 'This license has been revoked. Ask your administrator to restore it, or to give you another one.',
  })
  expect(answer.statusCode).toBe(403)
  await owner.call(licenses.change, { params: license, body: { status: 'unassigned' } })
  expect((await ask(fileOf(version))).statusCode).toBe(404)
})

test('a suspended organization’s devices get no updates, and learn why, until it is back', async () => {
  await publishLatest()
  const { ask, owner } = await installed()
  const admin = await signIn({ role: 'admin' })
  const params = { id: owner.organizationId }
  await admin.call(organizations.suspend, { params, body: { suspend: true, reason: 'Unpaid' } })
  const answer = await ask('latest.yml')
  expect(answer.statusCode).toBe(403)
  expect(answer.json<{ message: string }>().message).toMatch(
    /is suspended\. Ask your administrator to contact support\.$/,
  )
  await admin.call(organizations.suspend, { params, body: { suspend: false } })
  expect((await ask('latest.yml')).statusCode).toBe(200)
})

describe('a device whose license may not run', () => {
  const REVOKED = 'This license has been revoked. Ask your administrator to restore it, or to give you another one.'

  async function locked(appVersion?: string) {
    const device = await installed()
    const { license, owner } = device
    const { organizationId } = owner
    if (appVersion) await makeCheckIn(db, { licenseId: license.id, organizationId, lastCheckIn: inDays(0), appVersion })
    await owner.call(licenses.change, { params: license, body: { status: 'revoked' } })
    const answersOf = (paths: string[]) =>
      Promise.all(paths.map(async (path) => [path, (await device.ask(path)).statusCode]))
    return { ...device, answersOf }
  }

  test('gets the updates that it must have, from every feed, and their file, also after its last check-in was refused', async () => {
    const asking = await publish({ version: '1.5.0', minimumVersion: '1.5.0' })
    const version = await publishLatest()
    const { answersOf, pc, deviceToken } = await locked('1.4.0')
    const all = [...FEEDS, fileOf(version)]
    expect(await answersOf(all)).toEqual(all.map((path) => [path, 200]))
    expect((await pc.checkIn(deviceToken, { appVersion: '1.5.0' })).body.code).toBe('REVOKED')
    await expect.poll(() => answersOf(all)).toEqual(all.map((path) => [path, 403]))
    await db.update(versions).set({ minimumVersion: '2.0.0' }).where(eq(versions.id, version.id))
    expect(await answersOf(all)).toEqual(all.map((path) => [path, 200]))
    await db.update(versions).set({ minimumVersion: null })
    expect(await answersOf([fileOf(asking)])).toEqual([[fileOf(asking), 403]])
  })

  test('gets no others, and learns why', async () => {
    const version = await publishLatest({ minimumVersion: '1.5.0' })
    for (const appVersion of ['1.5.0', 'Spring', undefined]) {
      const { sentenceOf } = await locked(appVersion)
      for (const path of [...FEEDS, fileOf(version), 'update.json?version=1.0'])
        expect([appVersion, path, ...(await sentenceOf(path))]).toEqual([appVersion, path, 403, REVOKED])
    }
  })

  test('is not offered what its rollout leaves it out of', async () => {
    await publishLatest({ minimumVersion: '2.0.0', rolloutPercent: 0 })
    expect(await (await locked('1.0.0')).answersOf(['latest.yml'])).toEqual([['latest.yml', 403]])
  })
})

test('no cookie opens a feed, and none is needed', async () => {
  await publishLatest()
  const { updateToken, pc, deviceToken } = await installed()
  await pc.deactivateByToken(deviceToken)
  const { cookie = '' } = await signIn({ role: 'admin' })
  const answer = await app.inject({ url: `/updates/${updateToken}/stable/latest.yml`, headers: { cookie } })
  expect(answer.statusCode).toBe(404)
})

const FORM = 'An update feed has the address /updates/{updateToken}/{channel}/{file}'

test('an address that is no feed is answered with what is wrong and what it should be', async () => {
  await publishLatest()
  const { updateToken } = await installed()
  const messageOf = async (path: string) => {
    const answer = await app.inject({ url: `/updates/${path}` })
    return [answer.statusCode, answer.json<{ message: string }>().message] as const
  }
  const unset = ['undefined', 'undefined/latest.yml', 'undefined/stable/latest.yml', 'undefined/stable/update.json']
  for (const path of [...unset, 'undefined/stable/RELEASES', 'undefined/undefined']) {
    const [status, message] = await messageOf(path)
    expect([path, status]).toEqual([path, 400])
    expect(message).toMatch(/^“undefined” is not an update token\. /)
    expect(message).toContain(FORM)
    expect(message).toContain('skip the update check until there is one')
  }
  expect(await messageOf('')).toEqual([400, expect.stringContaining(`The update token is missing. ${FORM}`)])
  expect(await messageOf('/stable/latest.yml')).toEqual([400, expect.stringMatching(/^The update token is missing/)])
  for (const path of [updateToken, `${updateToken}/`])
    expect(await messageOf(path)).toEqual([400, expect.stringMatching(/^The channel is missing: stable or beta/)])
  expect(await messageOf(`${updateToken}/latest.yml`)).toEqual([
    400,
    expect.stringMatching(/^“latest.yml” is not an update channel: use stable, beta, stable-arm64 or beta-arm64\./),
  ])
  expect(await messageOf(`${updateToken}/alpha/latest.yml`)).toEqual([
    400,
    'There is no such update channel: use stable, beta, stable-arm64 or beta-arm64.',
  ])
  for (const file of ['alpha.yml', 'RELEASES', 'releases.json', 'latest-mac.yml'])
    expect(await messageOf(`${updateToken}/stable/${file}`)).toEqual([
      404,
      `There is no update feed “${file}”. In this folder are latest.yml, beta.yml, latest-arm64.yml, beta-arm64.yml, autoupdater.xml, appcast.xml, winget.yaml, update.json, releases.win.json and the folder winget.`,
    ])
})

test('one device may ask often, but not without end', async () => {
  await publishLatest()
  const { ask } = await installed()
  const answers = await Promise.all(Array.from({ length: 310 }, () => ask('update.json?version=2.0.0')))
  const busy = answers.filter(({ statusCode }) => statusCode === 429)
  expect(busy.length).toBeGreaterThan(0)
  expect(Number(busy[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await (await installed()).ask('update.json')).statusCode).toBe(200)
})
