import { Ban, CalendarCheck, CalendarCog, CirclePlus, Hourglass, Pencil, RotateCcw, Tag } from 'lucide-react'
import { canReactivate, canSubscribe, type Organization } from '#contract/operations/organizations.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import type { MenuItem } from '#web/ui/menu/menu-item.ts'
import { RowActions } from '#web/ui/table/table-row.tsx'
import type { Action, OnOpen } from '../organization-action.ts'

export const OrganizationView = onDemand(async () => (await import('../view/organization-view.tsx')).OrganizationView)

const opening = ({ id }: Organization) => ({ view: id, tab: '' })

export const view = (organization: Organization) => setUrl(opening(organization), { replace: false })

type Props = { organization: Organization; onOpen: OnOpen }

export const OrganizationActions = ({ organization, onOpen }: Props) => (
  <span className="-mr-2 inline-flex items-center gap-1">
    <OpenLink
      opens={opening(organization)}
      aria-label={`View ${organization.name}`}
      className={buttonClass({ size: 'small' })}
      {...intent(OrganizationView)}
    >
      View
    </OpenLink>
    <RowActions name={organization.name} items={itemsFor(organization, (action) => onOpen(action, organization))} />
  </span>
)

function itemsFor(organization: Organization, open: (action: Action) => void): MenuItem[] {
  const item = (label: string, icon: MenuItem['icon'], action: Action) => ({
    label,
    icon,
    onSelect: () => open(action),
  })
  return [
    item('Edit', Pencil, 'edit'),
    ...(canSubscribe(organization)
      ? [item('Create Subscription', CirclePlus, 'subscribe'), item('Start Trial', Hourglass, 'startTrial')]
      : []),
    ...(organization.isTrial
      ? [item('Convert Trial', CalendarCheck, 'convertTrial'), item('Change Trial', CalendarCog, 'changeTrial')]
      : []),
    ...(hasPrice(organization) && organization.subscriptionStatus !== 'canceled'
      ? [item('Change Subscription', CalendarCog, 'changeSubscription')]
      : []),
    ...(hasPrice(organization) ? [item('Edit Price', Tag, 'price')] : []),
    canReactivate(organization)
      ? item('Reactivate', RotateCcw, 'reactivate')
      : { ...item('Suspend', Ban, 'suspend'), tone: 'danger' },
  ]
}

const hasPrice = ({ numberOfLicenses, isTrial }: Organization) => numberOfLicenses > 0 && !isTrial
