import { expect, test } from 'vitest'
import { declaresEndpoints, readSources } from './sources.ts'

/** What declares endpoints is about a noun. The server answers them in a folder or a file of that name, in the same area. */
test('the server calls a noun what the contract calls it', () => {
  const sources = readSources()
  const nouns = sources.filter(declaresEndpoints).flatMap(({ file }) => {
    const [, area = '', noun = ''] = /^contract\/([a-z]+)\/([a-z-]+)\.ts$/.exec(file) ?? []
    return noun ? [{ area, noun }] : []
  })
  const files = sources.map(({ file }) => file).filter((file) => !file.endsWith('.test.ts'))
  const isAnswered = ({ area, noun }: (typeof nouns)[number]) =>
    files.some((file) => file.startsWith(`server/${area}/`) && new RegExp(`/${noun}(/|\\.ts$)`).test(file))
  expect(nouns.length).toBeGreaterThan(30)
  expect(nouns.filter((noun) => !isAnswered(noun))).toEqual([])
})
