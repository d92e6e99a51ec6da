import type { Organization, OrganizationBilling } from '#contract/operations/organizations.ts'

export type Action =
  | 'edit'
  | 'price'
  | 'subscribe'
  | 'changeSubscription'
  | 'startTrial'
  | 'changeTrial'
  | 'convertTrial'
  | 'cancel'
  | 'resume'
  | 'pause'
  | 'refund'
  | 'suspend'
  | 'reactivate'

export type OnOpen = (action: Action, organization: Organization) => void

export type DialogProps = { organization: Organization; onClose: () => void }

export type TabProps = { billing: OrganizationBilling; onOpen: (action: Action) => void }
