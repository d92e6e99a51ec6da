import type { Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import type { DocumentRow } from '#demo/rows/documents.ts'
import type { documentFeedback } from '#server/database/schema/support/documents.ts'

const COMMENTS = [
  'A picture of the window would help.',
  'Which version is this for?',
  'We use a proxy, and the article does not mention it.',
]

/** Most readers found most documents helpful. */
export function buildFeedback(
  documents: (DocumentRow & { id: string })[],
  accounts: Account[],
  random: Random,
  calendar: Calendar,
) {
  const readers = accounts.filter(({ organizationId, status }) => organizationId && status === 'active')
  return documents
    .filter(({ published }) => published)
    .flatMap(({ id: documentId }) =>
      readers.slice(0, random.whole(3, 14)).map(({ id: userId }): typeof documentFeedback.$inferInsert => {
        const isHelpful = random.whole(1, 6) > 1
        const updatedAt = calendar.ago({ days: random.whole(1, 60) })
        return { documentId, userId, isHelpful, comment: isHelpful ? null : random.pick(COMMENTS), updatedAt }
      }),
    )
}
