import { expect, test } from 'vitest'
import { hashLicenseKey, newLicenseKey } from './license-key.ts'

test('a key has five groups of five unambiguous characters', () => {
  for (let round = 0; round < 100; round++)
    expect(newLicenseKey()).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)
})

test('every letter comes up, equally often at every place', () => {
  const keys = Array.from({ length: 6400 }, newLicenseKey).map((key) => key.replaceAll('-', ''))
  expect(new Set(keys).size).toBe(keys.length)
  for (let place = 0; place < 25; place++) {
    const counts = Map.groupBy(keys, (key) => key[place])
    expect(counts.size).toBe(32)
    // 200 expected; seven standard deviations.
    for (const { length } of counts.values()) expect(Math.abs(length - 200)).toBeLessThan(100)
  }
})

test('a key is found however it was typed', () => {
  const key = '01VJK-ABCDE-01XYZ-WWWWW-10101'
  for (const typed of ['01vjkabcde01xyzwwwww10101', 'OIVJK ABCDE OLXYZ WWWWW IOLOI', ` ${key} `]) {
    expect(hashLicenseKey(typed)).toEqual(hashLicenseKey(key))
  }
  expect(hashLicenseKey(key.replace('VJK', 'VJM'))).not.toEqual(hashLicenseKey(key))
})
