import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './setup.mjs'

const LINES_OF_A_FAILURE = 12

const failure = (name, message = '') => {
  const lines = stripVTControlCharacters(message).trim().split('\n')
  return [`✗ ${name}`, ...lines.slice(0, LINES_OF_A_FAILURE)].join('\n')
}

/** A file that failed to load has no tests and counts as one failure. */
export const readVitest = ({ numPassedTests, numPendingTests, numTodoTests, testResults }) => {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    if (status === 'failed' && assertionResults.length === 0) return [failure(file, message)]
    const failed = assertionResults.filter((test) => test.status === 'failed')
    return failed.map(({ fullName, failureMessages }) => failure(`${file} > ${fullName}`, failureMessages[0]))
  })
  return { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests, failures }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

export const readPlaywright = ({ stats, suites, errors = [] }) => {
  const failures = suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) =>
      failure(`${file}:${line} > ${title}`, tests[0]?.results.at(-1)?.errors[0]?.message),
    )
  const others = errors.map(({ message }) => failure('browser tests', message))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: [...failures, ...others],
  }
}
