import { HttpError } from './http/errors.ts'
import { withoutSecretLinks } from './mail/mail-links.ts'
import { StartupError } from './startup-error.ts'

type Failure = Error & { code?: string; cause?: unknown }

/** SQLSTATEs that say what is wrong with a value, and quote it. */
const ABOUT_A_VALUE = /^22/

/** The reason of a failure in words that hold no values: neither parameters of a statement, nor what the database quotes of them. */
export function reasonOf(error: unknown): { type: string; code?: string; message: string } {
  if (!(error instanceof Error)) return { type: 'Error', message: withoutSecretLinks(String(error)) }
  const { name, code, message, cause }: Failure = error
  if (cause instanceof Error) return reasonOf(cause)
  return { type: name, ...(code !== undefined && { code }), message: withoutSecretLinks(withoutValues(message, code)) }
}

function withoutValues(message: string, code: string | undefined) {
  // Of a statement that failed without a reason its text may stay.
  const [words = ''] = message.split('\nparams: ')
  return code !== undefined && ABOUT_A_VALUE.test(code) ? words.replace(/"[^]*"/, '(a value)') : words
}

/** The reason with the places it came through. The head of a stack quotes the message, and so parameters. */
export function describeError(error: Error) {
  const { stack = '', message } = error
  const end = stack.indexOf(message)
  const frames = stack.slice(end === -1 ? stack.length : end + message.length).replace(/^\n/, '')
  return { ...reasonOf(error), stack: frames }
}

/** For a terminal: the sentence that was written for people, or what went wrong and where. */
export function wordsOf(error: unknown) {
  if (error instanceof StartupError || error instanceof HttpError) return error.message
  const { type, message } = reasonOf(error)
  const { stack } = error instanceof Error ? describeError(error) : { stack: '' }
  return `${type}: ${message}\n${stack}`.trimEnd()
}
