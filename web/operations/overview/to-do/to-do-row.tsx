import { Link } from 'wouter'
import { formatAgo, formatDateTime, formatInstant } from '#contract/dates.ts'
import type { AlertKind } from '#contract/operations/dashboard.ts'
import { links } from '#web/app/links.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { CustomerMenu } from './customer-menu.tsx'
import type { Customer, Matter } from './customers.ts'

export type Decision = { id: string; action: 'activate' | 'decline' }
type Props = { customer: Customer; onDecide: (decision: Decision) => void }

export const ToDoRow = ({ customer, customer: { organization, matters }, onDecide }: Props) => (
  <li className="relative grid gap-1.5 py-3 pr-14 pl-5 sm:grid-cols-[12rem_1fr] sm:gap-x-4">
    <div className="min-w-0 font-medium wrap-anywhere">
      {organization ? (
        <Link
          href={links.customer(organization.id)}
          className="rounded-sm text-accent underline-offset-4 hover:underline"
        >
          {organization.name}
        </Link>
      ) : (
        'Portal'
      )}
      <Marks {...customer} />
    </div>
    <span className="absolute top-2 right-3">
      <CustomerMenu customer={customer} />
    </span>
    <ul className="grid gap-2">
      {matters.map((matter) => (
        <li key={matter.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <div className="min-w-0 flex-1 basis-60">
            <p className="line-clamp-2 wrap-anywhere">{matter.message}</p>
            <p className="text-[13px] text-fg2">
              {matter.title}, <DateText value={matter.createdAt} format={formatAgo} full={formatInstant} />
            </p>
          </div>
          <span className="flex gap-1">
            <Acts matter={matter} name={organization?.name ?? matter.title} onDecide={onDecide} />
          </span>
        </li>
      ))}
    </ul>
  </li>
)

const Marks = ({ organization }: Pick<Customer, 'organization'>) => (
  <>
    {organization?.owner && <p className="text-[13px] font-normal text-fg2">{organization.owner.name}</p>}
    {organization?.snooze && (
      <p className="text-[13px] font-normal text-fg2">Snoozed until {formatDateTime(organization.snooze.until)}</p>
    )}
  </>
)

type ActsProps = { matter: Matter; name: string; onDecide: Props['onDecide'] }

function Acts({ matter, name, onDecide }: ActsProps) {
  const { kind, id } = matter.about
  if (kind === 'pendingAccount')
    return (
      <>
        <Act word="Decline" name={name} onClick={() => onDecide({ id, action: 'decline' })} />
        <Act word="Activate" name={name} onClick={() => onDecide({ id, action: 'activate' })} />
      </>
    )
  if (kind === 'licenseRequest')
    return (
      <>
        <Act
          word="Decline"
          name={name}
          onClick={() => setUrl({ request: id, decision: 'decline' }, { replace: false })}
        />
        <Act
          word="Approve"
          name={name}
          onClick={() => setUrl({ request: id, decision: 'approve' }, { replace: false })}
        />
      </>
    )
  const word = openings[kind]
  return (
    matter.link &&
    word && (
      <Link href={matter.link} aria-label={`${word}: ${name}`} className={buttonClass({ size: 'small' })}>
        {word}
      </Link>
    )
  )
}

const openings: Partial<Record<AlertKind, string>> = {
  paymentProof: 'Open invoice',
  failedJobs: 'Open jobs',
  webhookOff: 'Open webhook',
  overdueInvoices: 'Open invoices',
  pastDueSubscription: 'Open billing',
  urgentTicket: 'Answer',
  endingSubscription: 'Open billing',
  endingTrial: 'Open billing',
}

const Act = ({ word, name, onClick }: { word: string; name: string; onClick: () => void }) => (
  <Button
    size="small"
    variant={word === 'Decline' ? 'ghost' : 'outline'}
    aria-label={`${word}: ${name}`}
    onClick={onClick}
  >
    {word}
  </Button>
)
