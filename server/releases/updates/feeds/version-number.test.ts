import { compareVersions } from 'compare-versions'
import { expect, test } from 'vitest'
import { isComparable } from '#contract/releases/files.ts'
import { quadOf, semverOf, windowsNumberOf } from './version-number.ts'

const ASCENDING = [
  '0.9',
  '1',
  '1.0.1',
  '1.2.0-alpha',
  '1.2.0-beta.2',
  '1.2.0-beta.11',
  '1.2.0-rc.1',
  '1.2',
  '1.2.0.1',
  '1.10',
  '2.0.0-beta',
  '2.0.0',
  '2024.11.3',
]

test('versions go by their numbers, with what comes before a release before it', () => {
  expect(ASCENDING.every(isComparable)).toBe(true)
  expect(ASCENDING.toReversed().toSorted(compareVersions)).toEqual(ASCENDING)
  for (const [place, version] of ASCENDING.entries())
    for (const other of ASCENDING.slice(place + 1))
      expect([version, other, compareVersions(version, other), compareVersions(other, version)]).toEqual([
        version,
        other,
        -1,
        1,
      ])
})

test.each([
  ['2', '2.0.0', '2.0.0.0'],
  ['2.4', '2.4.0', '2.4.0.0'],
  ['2.04.1', '2.4.1', '2.4.1.0'],
  ['2.4.1.0', '2.4.1', '2.4.1.0'],
  ['2.4.1.7', undefined, '2.4.1.7'],
  ['2.4.1-beta.2', '2.4.1-beta.2', undefined],
  ['2.4.1-rc-1', '2.4.1-rc-1', undefined],
  ['2.4.1-beta.02', undefined, undefined],
  ['2.4.1.0-rc.1', '2.4.1-rc.1', undefined],
])('%s is %s in semver and %s in Windows’ four numbers', (version, semver, quad) => {
  expect([semverOf(version), quadOf(version)]).toEqual([semver, quad])
})

test('a minimum has four numbers whatever follows them', () => {
  expect(windowsNumberOf('2.4.1-beta.2')).toBe('2.4.1.0')
})
