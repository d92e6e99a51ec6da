import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isInRollout, isMandatory, isNewer, pickOffer, rankVersions, type Candidate } from './offer.ts'

const candidate = (version: string, facts: Partial<Candidate> = {}): Candidate => ({
  id: randomUUID(),
  version,
  platform: 'Windows',
  architecture: 'any',
  channel: 'stable',
  isLatest: false,
  rolloutPercent: 100,
  minimumVersion: null,
  ...facts,
})
const latest = (version: string, facts: Partial<Candidate> = {}) => candidate(version, { isLatest: true, ...facts })
const beta = (version: string, facts: Partial<Candidate> = {}) => candidate(version, { channel: 'beta', ...facts })
const numbers = (versions: Candidate[]) => versions.map(({ version }) => version)

test('stable begins with the version called the latest, and leaves out what is above it', () => {
  const versions = [candidate('3.0'), candidate('1.0'), latest('2.0'), candidate('1.10'), beta('2.5')]
  expect(numbers(rankVersions(versions, 'stable'))).toEqual(['2.0', '1.10', '1.0'])
  expect(rankVersions([candidate('3.0'), beta('2.5')], 'stable')).toEqual([])
})

test('beta offers the highest of the betas and the latest', () => {
  expect(numbers(rankVersions([latest('2.0'), beta('2.1.0-beta.1'), beta('1.9')], 'beta'))).toEqual([
    '2.1.0-beta.1',
    '2.0',
    '1.9',
  ])
  expect(numbers(rankVersions([latest('2.1'), beta('2.1.0-beta.1')], 'beta'))).toEqual(['2.1', '2.1.0-beta.1'])
  expect(numbers(rankVersions([beta('2.1.0-beta.1'), candidate('2.0')], 'beta'))).toEqual(['2.1.0-beta.1'])
})

const minimums = (versions: Candidate[]) =>
  versions.map(({ version, minimumVersion }) => `${version} from ${minimumVersion}`)

test('the highest minimum of the versions up to it counts, whatever later ones ask for', () => {
  const versions = [
    latest('2.3'),
    candidate('2.2', { minimumVersion: '1.9' }),
    candidate('2.1', { minimumVersion: '1.10' }),
    candidate('2.0', { minimumVersion: '1.5' }),
    candidate('1.0'),
    candidate('3.0', { minimumVersion: '3.0' }),
    candidate('2.0.1', { minimumVersion: '2.0.1', platform: 'Server' }),
    beta('2.2.1', { minimumVersion: '2.2' }),
  ]
  const stable = ['2.3 from 1.10', '2.2 from 1.10', '2.1 from 1.10', '2.0 from 1.5', '1.0 from null']
  expect(minimums(rankVersions(versions, 'stable'))).toEqual(stable)
  expect(minimums(rankVersions(versions, 'beta')).slice(0, 3)).toEqual([
    '2.3 from 2.2',
    '2.2.1 from 2.2',
    '2.2 from 1.10',
  ])
})

test('what goes by no number, or is for another platform than the latest, is never offered', () => {
  const versions = [latest('2.0', { platform: 'Windows x64' }), candidate('Spring 24', { platform: 'Windows x64' })]
  const others = [
    candidate('1.0'),
    beta('4.0', { platform: 'Windows ARM64' }),
    beta('v3.0', { platform: 'Windows x64' }),
  ]
  expect(numbers(rankVersions([...versions, ...others], 'beta'))).toEqual(['2.0'])
  expect(rankVersions([latest('Spring 24'), candidate('1.0')], 'stable')).toEqual([])
})

test('of two spellings of one number, the one called the latest is offered', () => {
  expect(numbers(rankVersions([candidate('2.0.0.0'), latest('2.0')], 'stable'))[0]).toBe('2.0')
})

test('a rollout reaches about as many devices as it says, the same ones each time, and growing only adds some', () => {
  const { id } = candidate('2.0')
  const licenses = Array.from({ length: 4000 }, () => randomUUID())
  const reached = (rolloutPercent: number) => licenses.filter((license) => isInRollout({ id, rolloutPercent }, license))
  let before: string[] = []
  for (const percent of [0, 1, 5, 25, 50, 75, 99, 100]) {
    const now = reached(percent)
    expect(now.length).toBeGreaterThan(40 * percent - 140)
    expect(now.length).toBeLessThan(40 * percent + 140)
    expect(now).toEqual(reached(percent))
    expect(new Set(now).isSupersetOf(new Set(before))).toBe(true)
    before = now
  }
  expect([reached(0).length, reached(100).length]).toEqual([0, licenses.length])
})

test('who is in for one version is not always in for the next', () => {
  const license = randomUUID()
  const answers = Array.from({ length: 200 }, () => isInRollout({ id: randomUUID(), rolloutPercent: 50 }, license))
  expect(new Set(answers)).toEqual(new Set([true, false]))
})

test('a device gets the highest version that it is in for, whatever there is', () => {
  for (let round = 0; round < 500; round++) {
    const license = randomUUID()
    const versions = Array.from({ length: randomInt(8) }, () =>
      candidate(`${randomInt(4)}.${randomInt(12)}`, {
        channel: randomInt(2) ? 'beta' : 'stable',
        rolloutPercent: [0, 10, 50, 100][randomInt(4)]!,
      }),
    )
    const marked = versions.find(({ channel }) => channel === 'stable')
    if (marked) marked.isLatest = true
    const ranked = rankVersions(versions, 'beta')
    const offered = pickOffer(ranked, license)
    const better = ranked.filter((one) => isInRollout(one, license) && offered && isNewer(one, offered.version))
    expect(better).toEqual([])
    expect(ranked.some((one) => isInRollout(one, license))).toBe(offered !== undefined)
    expect(ranked.filter((one) => marked && one.channel === 'stable' && isNewer(one, marked.version))).toEqual([])
  }
})

test.each([
  ['1.9', true],
  ['2.0', false],
  ['2.0.0.0', false],
  ['2.1', false],
  ['2.0.0-rc.1', true],
  [undefined, true],
  ['', true],
  ['Spring 24', true],
])('2.0 is newer than %s: %s', (running, expected) => {
  expect(isNewer({ version: '2.0' }, running)).toBe(expected)
})

test.each([
  ['1.4.9', '1.5', true],
  ['1.5', '1.5', false],
  ['1.6', '1.5', false],
  ['1.4', null, false],
  [undefined, '1.5', false],
  ['Spring 24', '1.5', false],
])('what runs as %s has to be replaced where the minimum is %s: %s', (running, minimumVersion, expected) => {
  expect(isMandatory({ minimumVersion }, running)).toBe(expected)
})

const arm64 = (version: string, facts: Partial<Candidate> = {}) =>
  candidate(version, { architecture: 'arm64', ...facts })
const x64 = (version: string, facts: Partial<Candidate> = {}) => candidate(version, { architecture: 'x64', ...facts })
const names = (versions: Candidate[]) => versions.map(({ version, architecture }) => `${version} ${architecture}`)

test('each architecture has its own latest, and files for any are for both', () => {
  const versions = [
    x64('3.0', { isLatest: true }),
    arm64('2.0', { isLatest: true }),
    arm64('3.0'),
    candidate('1.0'),
    arm64('3.1.0-beta.1', { channel: 'beta' }),
  ]
  expect(names(rankVersions(versions, 'stable'))).toEqual(['3.0 x64', '1.0 any'])
  expect(names(rankVersions(versions, 'stable', 'arm64'))).toEqual(['2.0 arm64', '1.0 any'])
  expect(names(rankVersions(versions, 'beta', 'arm64'))).toEqual(['3.1.0-beta.1 arm64', '2.0 arm64', '1.0 any'])
})

test('an arm64 device is offered the latest for any if that is newer, and its own file of the same version first', () => {
  expect(names(rankVersions([latest('2.0'), arm64('1.0', { isLatest: true })], 'stable', 'arm64'))).toEqual([
    '2.0 any',
    '1.0 arm64',
  ])
  const same = [latest('2.0'), arm64('2.0', { isLatest: true })]
  expect(names(rankVersions(same, 'stable', 'arm64'))[0]).toBe('2.0 arm64')
  expect(names(rankVersions(same, 'stable'))).toEqual(['2.0 any'])
})

test('an arm64 device without its own latest version is offered files for any, and never one for x64', () => {
  expect(rankVersions([x64('3.0', { isLatest: true }), arm64('2.0')], 'stable', 'arm64')).toEqual([])
  expect(names(rankVersions([latest('3.0'), arm64('2.0')], 'stable', 'arm64'))).toEqual(['3.0 any', '2.0 arm64'])
})
