import { ANSWER_ABOVE } from '#server/support/tickets/emails/reply-address.ts'

const QUOTED = /^\s*>/
const AROUND = /^[\s>|*_]+|[\s|*_]+$/g

const isQuoted = (line: string) => QUOTED.test(line)
const isBlank = (line: string) => line.trim() === ''

/** The answer without the quoted email, which begins with `ANSWER_ABOVE`. All of it if that is missing, so that nothing is lost. */
export function answerIn(text: string, sender: readonly string[]) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const start = lines.findIndex((line) => line.replace(AROUND, '') === ANSWER_ABOVE)
  if (start === -1) return text.trim()
  const above = withoutIntroduction(lines.slice(0, start), sender)
  const below = isQuoted(lines[start] ?? '') ? answersBelow(lines.slice(start)) : []
  return [...above, ...(above.length > 0 && below.length > 0 ? [''] : []), ...below].join('\n').trim()
}

/** Lines of 'On Monday, … wrote:', or of 'From: …', 'Sent: …', 'To: …', 'Subject: …' below a rule. */
const MOST_INTRODUCTION = 8

const RULE = /^[\s>]*[-_=*]{5,}.*$/

function withoutIntroduction(lines: string[], sender: readonly string[]) {
  const from = Math.max(0, lines.length - MOST_INTRODUCTION)
  const named = lines.findIndex((line, place) => place >= from && sender.some((name) => namesSender(line, name)))
  const own = named === -1 ? lines : lines.slice(0, startOfIntroduction(lines, named))
  const end = own.findLastIndex((line) => !isBlank(line) && !isQuoted(line))
  return own.slice(0, end + 1)
}

const namesSender = (line: string, name: string) =>
  line.toLowerCase().includes(name.toLowerCase()) && (name.includes('@') || /:\s*$|^\s*[\p{L} -]{1,20}:/u.test(line))

function startOfIntroduction(lines: string[], named: number) {
  const before = lines[named - 1] ?? ''
  if (RULE.test(before)) return named - 1
  const isBroken = !isBlank(before) && (named === 1 || isBlank(lines[named - 2] ?? '')) && /\d/.test(before)
  return isBroken ? named - 1 : named
}

/** Answers between the lines of the quote include the lines that they answer. */
function answersBelow(lines: string[]) {
  const first = lines.findIndex((line) => !isQuoted(line) && !isBlank(line))
  if (first === -1) return []
  const after = lines.slice(first)
  const isBetween = after.some(isQuoted)
  if (!isBetween) return after
  const block = lines.slice(0, first).findLastIndex((line) => isBlank(line.replace(AROUND, '')) && !isBlank(line))
  const end = lines.findLastIndex((line) => !isQuoted(line) && !isBlank(line))
  return lines.slice(block + 1, end + 1)
}
