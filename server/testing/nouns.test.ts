import { expect, test } from 'vitest'
import { declaresEndpoints, readSources } from './sources.ts'

const DECLARED = /export const (\w+) = \{(?:(?!export const )[^])*?\n\} as const satisfies Record<string, Endpoint>/g

type Noun = { area: string; noun: string; file: string; endpoints: string[] }

const sources = readSources().filter(({ file }) => !/\.test\.tsx?$/.test(file))

/** A file that declares endpoints is named after its noun. */
const nouns: Noun[] = sources.filter(declaresEndpoints).map(({ file, text }) => {
  const [, area = '', noun = ''] = /^contract\/([a-z]+)\/([a-z-]+)\.ts$/.exec(file) ?? []
  return { area, noun, file, endpoints: [...text.matchAll(DECLARED)].map(([, name = '']) => name) }
})

/** Whether there is a folder or a file of that name. */
const isNamed = (place: string, noun: string) =>
  sources.some(({ file }) => file.startsWith(`${place}/`) && new RegExp(`/${noun}(/|\\.tsx?$)`).test(file))

/** The files of the browser that take endpoints from a file of the contract. Others take its words and rules alone. */
const callersOf = ({ file, endpoints }: Noun) => {
  const takesThem = new RegExp(`import [^'"]*\\b(?:${endpoints.join('|')})\\b[^'"]* from '#${file}'`)
  return sources.filter((source) => source.file.startsWith('web/') && takesThem.test(source.text))
}

/** 'license-files' → 'licenseFiles' */
const camelCase = (noun: string) => noun.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

test('what declares endpoints is a noun of an area, and its endpoints are called by that', () => {
  expect(nouns.length).toBeGreaterThan(30)
  expect(nouns.filter(({ noun }) => !noun)).toEqual([])
  expect(nouns.map(({ file, endpoints }) => [file, endpoints])).toEqual(
    nouns.map(({ file, noun }) => [file, [camelCase(noun)]]),
  )
})

test('the server calls a noun what the contract calls it', () => {
  expect(nouns.filter(({ area, noun }) => !isNamed(`server/${area}`, noun))).toEqual([])
})

/** In the same area. What only the frame around all screens calls has its name in that. */
test('the browser calls a noun whose endpoints it calls what the contract calls it', () => {
  const called = nouns
    .map((noun) => ({ ...noun, callers: callersOf(noun).map(({ file }) => file) }))
    .filter(({ callers }) => callers.length > 0)
  const isFrames = (callers: string[]) => callers.every((file) => file.startsWith('web/app/'))
  expect(called.length).toBeGreaterThan(25)
  expect(
    called.filter(({ area, noun, callers }) => !isNamed(isFrames(callers) ? 'web/app' : `web/${area}`, noun)),
  ).toEqual([])
})

const DECLARED_TYPE = /^\s*(?:export )?(?:type|interface) (\w+)(?=[ <=])/gm

/** `Wanted` and `PeopleFound`, but not `Feed`. */
const PARTICIPLE =
  /([^e]ed|Bound|Chosen|Done|Drawn|Found|Given|Heard|Held|Kept|Known|Lost|Made|Paid|Proven|Said|Seen|Sent|Shown|Sold|Sought|Taken|Thrown|Told|Written)$/

test('a type is called by a noun', () => {
  const types = readSources().flatMap(({ file, text }) =>
    Array.from(text.matchAll(DECLARED_TYPE), ([, name = '']) => ({ file, name })),
  )
  expect(types.length).toBeGreaterThan(1500)
  expect(['Wanted', 'PeopleFound', 'Told'].every((name) => PARTICIPLE.test(name))).toBe(true)
  expect(types.filter(({ name }) => PARTICIPLE.test(name))).toEqual([])
})
