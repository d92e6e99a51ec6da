import { expect, test } from 'vitest'
import { createRuns, type GivenJob, type JobHandler } from './job-runs.ts'

const batchOf = (...names: string[]) => names.map((id): GivenJob => ({ id, data: { id } }))

function open() {
  const errors: unknown[] = []
  let changes = 0
  const runs = createRuns({
    onError: ({ message }, about) => errors.push([about?.job, message]),
    onChange: () => (changes += 1),
  })
  return { runs, errors, changes: () => changes }
}

const never = new Promise<void>(() => {})
const hangOn =
  (name: string): JobHandler =>
  ({ id }) =>
    id === name ? never : Promise.resolve()

test('a job that takes too long fails alone', async () => {
  const { runs, errors, changes } = open()
  const running = runs.runAll(batchOf('quick', 'slow'), { name: 'greet', handle: hangOn('slow'), seconds: 0.05 })
  expect([runs.count(), changes()]).toEqual([2, 1])
  const message = 'It took longer than 0.05 seconds'
  expect(await running).toEqual([
    { id: 'quick', status: 'completed' },
    { id: 'slow', status: 'failed', output: { message } },
  ])
  expect([errors, runs.count(), changes()]).toEqual([[['greet', message]], 0, 2])
})

test('a process that leaves keeps what is done and gives back the rest, also what comes late', async () => {
  const { runs } = open()
  const running = runs.runAll(batchOf('quick', 'slow'), { name: 'greet', handle: hangOn('slow'), seconds: 60 })
  await Promise.resolve()
  runs.giveBack()
  const output = { message: 'The server stopped before it was done' }
  expect(await running).toEqual([
    { id: 'quick', status: 'completed' },
    { id: 'slow', status: 'failed', output },
  ])
  expect(await runs.runAll(batchOf('slow'), { name: 'greet', handle: hangOn('slow'), seconds: 60 })).toEqual([
    { id: 'slow', status: 'failed', output },
  ])
})

test('any thrown value becomes one line that the database can store', async () => {
  const { runs } = open()
  const reasonOf = async (thrown: unknown) => {
    const [result] = await runs.runAll(batchOf('one'), {
      name: 'greet',
      handle: () => Promise.reject(thrown),
      seconds: 60,
    })
    return result?.output
  }
  expect(await reasonOf(new Error('550\0 no such box \ud83d\r\nsecond line'))).toEqual({
    message: '550 no such box \ufffd',
  })
  expect(await reasonOf(new Error('\u{1f600}'.repeat(200)))).toEqual({ message: '\u{1f600}'.repeat(150) })
  expect(await reasonOf(new Error(`a${'\u{1f600}'.repeat(200)}`))).toEqual({
    message: `a${'\u{1f600}'.repeat(149)}\ufffd`,
  })
  expect(await reasonOf(new TypeError(''))).toEqual({ message: 'TypeError' })
  expect(await reasonOf('just text')).toEqual({ message: 'just text' })
})
