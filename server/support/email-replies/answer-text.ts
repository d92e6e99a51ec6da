import { ANSWER_ABOVE } from '#server/support/tickets/emails/reply-address.ts'

const LONGEST_LINE = 300

const AROUND = /^[\s>|*_]+|[\s|*_]+$/g
const FIELD = /^[\s>*]*[\p{L}\p{M} .'-]{1,30}\s?[:：][\s*]*/u
const RULE = /^[\s>]*[-_=]{5,}[^-_=]{0,40}[-_=]*\s*$/
const TIME = /\d{1,2}[:.h]\d{2}/
const DIRECTIONS = /\p{Bidi_Control}/gu

const isShort = ({ length }: string) => length <= LONGEST_LINE
const isQuoted = (line: string) => /^\s*>/.test(line)
const isBlank = (line: string) => line.trim() === ''

/** The answer without the quoted email, which begins with `ANSWER_ABOVE`. In doubt a line stays, so that nothing is lost. */
export function answerIn(text: string, sender: MailSender) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const start = lines.findIndex((line) => isShort(line) && line.replace(AROUND, '') === ANSWER_ABOVE)
  if (start === -1) return text.trim()
  const above = withoutIntroduction(lines.slice(0, start), sender)
  const below = isQuoted(lines[start] ?? '') ? answersBelow(lines.slice(start)) : []
  return [above.join('\n').trimEnd(), below.join('\n')].filter(Boolean).join('\n\n').trim()
}

/** The address and the name in the From header of the portal's emails. */
export type MailSender = { address: string; name: string }

/** Lines of 'On Monday, … wrote:', or of 'From: …', 'Sent: …', 'To: …', 'Subject: …' below a rule. */
const MOST_INTRODUCTION = 20

function withoutIntroduction(lines: string[], sender: MailSender) {
  const named = lines.findLastIndex((line) => isShort(line) && namesSender(line, sender))
  const after = lines.slice(named + 1)
  const isWhole = after.every((line) => isOfIntroduction(line) || line.includes(sender.address))
  return named !== -1 && after.length <= MOST_INTRODUCTION && isWhole
    ? lines.slice(0, startOfIntroduction(lines, named, sender))
    : lines
}

/** 'From: Latchkey', '… <no-reply@example.com>' or '… 09:15, Latchkey wrote:', and not a sentence about the product. */
function namesSender(written: string, { address, name }: MailSender) {
  const line = written.replace(DIRECTIONS, '')
  const isLast = /[:：]\s*$/.test(line)
  if (line.includes(`<${address}>`) || line.includes(`mailto:${address}`)) return true
  if (isLast && line.includes(address)) return true
  if (isLast && line.includes(name) && TIME.test(line)) return true
  const value = FIELD.test(line) ? line.replace(FIELD, '').trim() : ''
  return value === name || value.startsWith(`${name} <`) || value.startsWith(`${name} [`)
}

const isOfIntroduction = (line: string) => isBlank(line) || isQuoted(line) || FIELD.test(line)

function startOfIntroduction(lines: string[], named: number, { address, name }: MailSender) {
  const above = lines.slice(0, named)
  const rule = above.findLastIndex((line) => !isBlank(line) && !FIELD.test(line))
  const atRule = lines[rule] ?? ''
  if (isShort(atRule) && RULE.test(atRule)) return rule
  const [last = '', previous = '', first = ''] = [lines[named], lines[named - 1], lines[named - 2]]
  const begins = last.replace(/^[\s>*<]+/, '')
  const isContinued = begins.startsWith(name) || begins.startsWith(address)
  const isBelowDate = FIELD.test(last) && FIELD.test(previous) && isBlank(first)
  return (isContinued || isBelowDate) && TIME.test(previous.slice(-LONGEST_LINE)) ? named - 1 : named
}

function answersBelow(lines: string[]) {
  const first = lines.findIndex((line) => !isQuoted(line) && !isBlank(line))
  if (first === -1) return []
  const after = lines.slice(first)
  if (!after.some(isQuoted)) return after
  const block = lines.slice(0, first).findLastIndex((line) => isQuoted(line) && isBlank(line.replace(/^[\s>]+/, '')))
  const end = lines.findLastIndex((line) => !isQuoted(line) && !isBlank(line))
  return lines.slice(block + 1, end + 1)
}
