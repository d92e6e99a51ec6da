import type { Examples, World } from '#server/domain/example-world.ts'
import { ticketLetter } from './letters.ts'

export function ticketExamples({ config, reader, words, id, year }: World): Examples<'ticket-news'> {
  const customer = { id, role: 'customer', email: reader.email } as const
  const agent = { ...customer, id: 'agent', role: 'agent' } as const
  const ticket = {
    id,
    userId: id,
    ticketNumber: `TKT-${year}-000042`,
    title: words('Update to 4.2.1 stops at 80 %'),
    description: words('The update stops at 80 % on three of our machines.\nStarting it again changes nothing.'),
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
      'Answered, to the customer': ticketLetter(config, customer, ticket, [answer]),
      'Resolved, to the customer': ticketLetter(config, customer, { ...ticket, isResolved: true }, [answer]),
      'Opened for the customer': ticketLetter(config, customer, { ...ticket, isNew: true }, []),
      'Opened, to the staff': ticketLetter(config, agent, { ...ticket, isNew: true }, []),
      'Answered, to the staff': ticketLetter(config, agent, ticket, [reply]),
    },
  }
}
