import { isStaff, type Role } from '#contract/roles.ts'
import { composeEmail, type Sender } from '#server/domain/emails.ts'
import type { Examples, ExampleData } from '#server/domain/example-data.ts'
import { ANSWER_ABOVE } from './reply-address.ts'

/** Messages quoted in an email; the portal shows all. */
export const MOST_MESSAGES = 10
const MOST_CHARACTERS = 2000

type Recipient = { id: string; role: Role; email: string }
type Message = { author: string; message: string; fileNames?: string[] }
type Ticket = {
  id: string
  userId: string
  ticketNumber: string
  title: string
  description: string
  organization: string
  opener: string
  isNew: boolean
  isResolved: boolean
  canAnswer?: boolean
  fileNames?: string[]
}

/** An email about a ticket. `messages` newest first; one more than quoted means that there are more. */
export const ticketEmail = (config: Sender, to: Recipient, ticket: Ticket, messages: Message[]) =>
  composeEmail(config, {
    kind: 'ticket-news',
    to: to.email,
    thread: ticket.id,
    top: ticket.canAnswer ? ANSWER_ABOVE : undefined,
    subject: onOneLine(`[${ticket.ticketNumber}] ${ticket.title}`),
    title: isStaff(to.role) ? titleForStaff(ticket) : titleForCustomer(ticket),
    paragraphs: [
      `${ticket.ticketNumber}: ${onOneLine(ticket.title)}`,
      ...(ticket.isNew ? [{ quote: shortened(ticket.description) }, ...attached(ticket.fileNames ?? [])] : []),
      ...(messages.length > MOST_MESSAGES ? ['Earlier messages are in the portal.'] : []),
      ...messages.slice(0, MOST_MESSAGES).toReversed().flatMap(quoted),
      ...(ticket.isResolved && ticket.userId === to.id ? [HOW_DID_IT_GO] : []),
    ],
    action: { label: 'Open the ticket', url: `${config.publicUrl}/support?ticket=${ticket.id}` },
  })

/** Contains an internal message, so it is for staff only. */
export const mentionEmail = (config: Sender, to: string, ticket: Ticket, note: Message) =>
  composeEmail(config, {
    kind: 'ticket-mention',
    to,
    thread: ticket.id,
    subject: `[${ticket.ticketNumber}] You were mentioned in a note`,
    title: `${note.author} mentioned you in an internal note`,
    paragraphs: [`${ticket.ticketNumber}: ${onOneLine(ticket.title)} (${ticket.organization})`, ...quoted(note)],
    action: { label: 'Open the ticket', url: `${config.publicUrl}/support?open=${ticket.id}` },
  })

const HOW_DID_IT_GO =
  'We marked this ticket as resolved. If it isn’t solved, reply to it and it opens again. How did it go? You can rate our help on the ticket.'

function titleForStaff({ isNew, isResolved, opener, organization }: Ticket) {
  if (isNew) return `${opener} of ${organization} opened a ticket`
  return isResolved ? `A ticket of ${organization} is resolved` : `A ticket of ${organization} was updated`
}

function titleForCustomer({ isNew, isResolved }: Ticket) {
  if (isNew) return 'We opened a ticket for you'
  return isResolved ? 'Your ticket is resolved' : 'Your ticket was updated'
}

const quoted = ({ author, message, fileNames = [] }: Message) => [
  `${author} wrote:`,
  { quote: shortened(message) },
  ...attached(fileNames),
]

const attached = (fileNames: string[]) =>
  fileNames.length > 0 ? [`Attached in the portal: ${fileNames.map(onOneLine).join(', ')}`] : []

const shortened = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed().trim()} …` : text

/** Removes line breaks, which could start another email header. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

export function ticketExamples({
  config,
  reader,
  words,
  id,
  year,
}: ExampleData): Examples<'ticket-news' | 'ticket-mention'> {
  const customer = { id, role: 'customer', email: reader.email } as const
  const agent = { ...customer, id: 'agent', role: 'agent' } as const
  const ticket = {
    id,
    userId: id,
    ticketNumber: `TKT-${year}-000042`,
    title: words('Update to 4.2.1 stops at 80%'),
    description: words('The update stops at 80% on three of our machines.\nStarting it again changes nothing.'),
    organization: words('Acme Mining'),
    opener: words('Lerato Mokoena'),
    isNew: false,
    isResolved: false,
  }
  const answer = {
    author: words('Pieter van Wyk'),
    message: words(
      'Please send the last 200 lines of the log. Is there a virus scanner that watches the program folder?',
    ),
  }
  const reply = { author: ticket.opener, message: words('There is, and it was scanning the whole time.') }
  return {
    'ticket-news': {
      'Answered, to the customer': ticketEmail(config, customer, ticket, [answer]),
      'Answered, to a customer who can answer': ticketEmail(config, customer, { ...ticket, canAnswer: true }, [answer]),
      'Resolved, to the customer': ticketEmail(config, customer, { ...ticket, isResolved: true }, [answer]),
      'Opened for the customer': ticketEmail(config, customer, { ...ticket, isNew: true }, []),
      'Opened, to the staff': ticketEmail(
        config,
        agent,
        { ...ticket, isNew: true, fileNames: [words('update.log'), words('window.png')] },
        [],
      ),
      'Answered, to the staff': ticketEmail(config, agent, ticket, [reply]),
      'Resolved, to a follower': ticketEmail(config, agent, { ...ticket, isResolved: true }, []),
    },
    'ticket-mention': {
      'Mentioned in a note': mentionEmail(config, reader.email, ticket, {
        author: answer.author,
        message: words('@Anna Smith, have you seen this at another customer?'),
      }),
    },
  }
}
