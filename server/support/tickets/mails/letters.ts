import { isStaff, type Role } from '#contract/roles.ts'
import { composeLetter, type Sender } from '#server/domain/letters.ts'

/** A letter quotes the newest; the portal shows all. */
export const MOST_MESSAGES = 10
const MOST_CHARACTERS = 2000

type Recipient = { id: string; role: Role; email: string }
type Message = { author: string; message: string }
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
}

/** What is new about a ticket. `messages` newest first: one more than is quoted says that there are more. */
export const ticketLetter = (config: Sender, to: Recipient, ticket: Ticket, messages: Message[]) =>
  composeLetter(config, {
    kind: 'ticket-news',
    to: to.email,
    subject: onOneLine(`[${ticket.ticketNumber}] ${ticket.title}`),
    title: isStaff(to.role) ? titleForStaff(ticket) : titleForCustomer(ticket),
    paragraphs: [
      `${ticket.ticketNumber}: ${onOneLine(ticket.title)}`,
      ...(ticket.isNew ? [{ quote: shortened(ticket.description) }] : []),
      ...(messages.length > MOST_MESSAGES ? ['Earlier messages are in the portal.'] : []),
      ...messages.slice(0, MOST_MESSAGES).toReversed().flatMap(quoted),
      ...(ticket.isResolved && ticket.userId === to.id ? [HOW_DID_IT_GO] : []),
    ],
    action: { label: 'Open the ticket', url: `${config.publicUrl}/support?ticket=${ticket.id}` },
  })

const HOW_DID_IT_GO = 'We marked this ticket as resolved. How did it go? You can rate our help on the ticket.'

const titleForStaff = ({ isNew, opener, organization, ticketNumber }: Ticket) =>
  isNew ? `${opener} of ${organization} opened a ticket` : `News about ${ticketNumber} from ${organization}`

function titleForCustomer({ isNew, isResolved }: Ticket) {
  if (isNew) return 'We opened a ticket for you'
  return isResolved ? 'Your ticket is resolved' : 'There is news about your ticket'
}

const quoted = ({ author, message }: Message) => [`${author} wrote:`, { quote: shortened(message) }]

const shortened = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed().trim()} …` : text

/** A subject is a header: nothing that people typed begins another one. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
