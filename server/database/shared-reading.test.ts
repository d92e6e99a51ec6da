import { expect, test } from 'vitest'
import { shareReadings } from './shared-reading.ts'

/** Each reading ends when the test says so. */
function openReadings() {
  const begun: { question: string; end: (answer: string) => void; fail: (error: Error) => void }[] = []
  const ask = shareReadings(
    (question: string) => new Promise<string>((end, fail) => void begun.push({ question, end, fail })),
  )
  const questions = () => begun.map(({ question }) => question)
  return { begun, ask, questions }
}

test('callers during a reading share the next one of their question', async () => {
  const { begun, ask, questions } = openReadings()
  const first = ask('all')
  await expect.poll(questions).toEqual(['all'])
  const [second, third, other] = [ask('all'), ask('all'), ask('mine')]
  await expect.poll(questions).toEqual(['all', 'mine'])
  begun[1]?.end('own')
  begun[0]?.end('before')
  expect([await first, await other]).toEqual(['before', 'own'])
  await expect.poll(questions).toEqual(['all', 'mine', 'all'])
  begun[2]?.end('after')
  expect([await second, await third]).toEqual(['after', 'after'])
})

test('a failure reaches those who shared the reading, and the next caller reads again', async () => {
  const { begun, ask, questions } = openReadings()
  const callers = [ask('all'), ask('all')]
  await expect.poll(questions).toEqual(['all'])
  begun[0]?.fail(new Error('The database is away'))
  for (const caller of callers) await expect(caller).rejects.toThrow('away')
  const next = ask('all')
  await expect.poll(questions).toEqual(['all', 'all'])
  begun[1]?.end('again')
  expect(await next).toBe('again')
})
