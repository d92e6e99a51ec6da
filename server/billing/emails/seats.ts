import { countOf } from '#contract/licensing/licenses.ts'
import { openBilling, toCustomer, type To } from './parts.ts'

type Seats = { from: number; to: number }

export const seatsChanged = (to: To, seats: Seats) =>
  toCustomer(to, {
    kind: 'seats-changed',
    subject: `Your ${to.config.productName} subscription now has ${countOf(seats.to)}`,
    paragraphs: [
      `From now on your subscription has ${countOf(seats.to)}, ${differenceOf(seats)} than before.`,
      ...(seats.to > seats.from ? ['You can assign the new ones to devices in the portal now.'] : []),
      `Your next invoice is for ${countOf(seats.to)}.`,
    ],
    action: openBilling(to.config),
  })

const differenceOf = ({ from, to }: Seats) =>
  to > from ? `${(to - from).toLocaleString('en-US')} more` : `${(from - to).toLocaleString('en-US')} fewer`

/** `used`: existing licenses. If they are not the cause, the new number is impossible. */
export const seatsNotChanged = (to: To, { used, ...seats }: Seats & { used: number }) =>
  toCustomer(to, {
    kind: 'seats-not-changed',
    subject: `Your ${to.config.productName} subscription keeps ${countOf(seats.from)}`,
    paragraphs: [
      `Your subscription was due to have ${differenceOf(seats)} licenses from today. It keeps ${countOf(seats.from)} and is billed for them.`,
      used > Math.max(seats.to, 0)
        ? `Nothing was changed, because your organization uses ${countOf(used)}, more than would be left. Delete the ones you no longer need, then contact ${to.config.salesEmail}.`
        : `Nothing was changed, because that number isn’t possible. Contact ${to.config.salesEmail}, who can tell you the limit.`,
    ],
    action: { label: 'Open licenses', url: `${to.config.publicUrl}/licenses` },
  })
