import { countOf } from '#contract/quantities.ts'
import { WHILE_SUSPENDED, openBilling, toCustomer, type To } from './parts.ts'

type Seats = { from: number; to: number }

export const seatsChanged = (to: To, { isSuspended = false, ...seats }: Seats & { isSuspended?: boolean }) =>
  toCustomer(to, {
    kind: 'seats-changed',
    subject: `Your ${to.config.productName} subscription now has ${countOf(seats.to, 'license')}`,
    paragraphs: [
      `From now on your subscription has ${countOf(seats.to, 'license')}, ${differenceOf(seats).toLocaleString('en-US')} ${moreOrFewer(seats)} than before.`,
      ...(isSuspended ? [WHILE_SUSPENDED] : []),
      ...(seats.to > seats.from && !isSuspended ? ['You can assign the new ones to devices in the portal now.'] : []),
      `Your next invoice is for ${countOf(seats.to, 'license')}.`,
    ],
    action: openBilling(to.config),
  })

const differenceOf = ({ from, to }: Seats) => Math.abs(to - from)

const moreOrFewer = ({ from, to }: Seats) => (to > from ? 'more' : 'fewer')

/** `used`: existing licenses. If they are not the cause, the new number is impossible. */
export const seatsNotChanged = (to: To, { used, ...seats }: Seats & { used: number }) =>
  toCustomer(to, {
    kind: 'seats-not-changed',
    subject: `Your ${to.config.productName} subscription keeps ${countOf(seats.from, 'license')}`,
    paragraphs: [
      `Your subscription was due to have ${countOf(differenceOf(seats), `${moreOrFewer(seats)} license`)} from today. It keeps ${countOf(seats.from, 'license')} and is billed for them.`,
      used > Math.max(seats.to, 0)
        ? `Nothing was changed, because your organization uses ${countOf(used, 'license')}, more than would be left. Delete the ones you no longer need, then contact ${to.config.salesEmail}.`
        : `Nothing was changed, because that number isn’t possible. Contact ${to.config.salesEmail}, who can tell you the limit.`,
    ],
    action: { label: 'Open licenses', url: `${to.config.publicUrl}/licenses` },
  })
