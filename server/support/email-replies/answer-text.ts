import { ANSWER_ABOVE } from '#server/support/tickets/emails/reply-address.ts'

const LONGEST_LINE = 300

const AROUND = /^[\s>|*_]+|[\s|*_]+$/g
const FIELD = /^[\s>*]*[\p{L} .'-]{1,30}\s?:/u
const RULE = /^[\s>]*[-_=]{5,}[^-_=]{0,40}[-_=]*\s*$/

const isShort = ({ length }: string) => length <= LONGEST_LINE
const isQuoted = (line: string) => /^\s*>/.test(line)
const isBlank = (line: string) => line.trim() === ''

/** The answer without the quoted email, which begins with `ANSWER_ABOVE`. In doubt a line stays, so that nothing is lost. */
export function answerIn(text: string, sender: readonly string[]) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const start = lines.findIndex((line) => isShort(line) && line.replace(AROUND, '') === ANSWER_ABOVE)
  if (start === -1) return text.trim()
  const above = withoutIntroduction(lines.slice(0, start), sender)
  const below = isQuoted(lines[start] ?? '') ? answersBelow(lines.slice(start)) : []
  return [above.join('\n').trimEnd(), below.join('\n')].filter(Boolean).join('\n\n').trim()
}

/** Lines of 'On Monday, … wrote:', or of 'From: …', 'Sent: …', 'To: …', 'Subject: …' below a rule. */
const MOST_INTRODUCTION = 20

function withoutIntroduction(lines: string[], sender: readonly string[]) {
  const named = lines.findLastIndex((line) => isShort(line) && sender.some((name) => namesSender(line, name)))
  const after = lines.slice(named + 1)
  const isIntroduction = named !== -1 && after.length <= MOST_INTRODUCTION && after.every(isOfIntroduction)
  return isIntroduction ? lines.slice(0, startOfIntroduction(lines, named, sender)) : lines
}

const namesSender = (line: string, name: string) =>
  line.toLowerCase().includes(name.toLowerCase()) && (name.includes('@') || /:\s*$/.test(line) || FIELD.test(line))

const isOfIntroduction = (line: string) => isBlank(line) || isQuoted(line) || (isShort(line) && FIELD.test(line))

function startOfIntroduction(lines: string[], named: number, sender: readonly string[]) {
  const before = lines.slice(0, named).findLastIndex((line) => !isBlank(line))
  const earlier = lines[before] ?? ''
  if (isShort(earlier) && RULE.test(earlier)) return before
  const begins = (lines[named] ?? '').replace(/^[\s>*<]+/, '')
  const isContinued = before === named - 1 && sender.some((name) => begins.startsWith(name))
  return isContinued && /\d[^.!?]*$/.test(earlier.slice(-LONGEST_LINE)) ? before : named
}

/** Answers between the lines of the quote include the lines that they answer. */
function answersBelow(lines: string[]) {
  const first = lines.findIndex((line) => !isQuoted(line) && !isBlank(line))
  if (first === -1) return []
  const after = lines.slice(first)
  if (!after.some(isQuoted)) return after
  const block = lines.slice(0, first).findLastIndex((line) => isQuoted(line) && isBlank(line.replace(/^[\s>]+/, '')))
  const end = lines.findLastIndex((line) => !isQuoted(line) && !isBlank(line))
  return lines.slice(block + 1, end + 1)
}
