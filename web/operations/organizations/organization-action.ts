import type { Organization, OrganizationBilling } from '#contract/operations/organizations.ts'

/** The actions that a dialog performs on an organization. */
export type Action =
  | 'edit'
  | 'price'
  | 'subscribe'
  | 'changeSubscription'
  | 'cancel'
  | 'resume'
  | 'pause'
  | 'refund'
  | 'suspend'
  | 'reactivate'

export type OnOpen = (action: Action, organization: Organization) => void

export type DialogProps = { organization: Organization; onClose: () => void }

/** Data of a tab, and a function that opens dialogs. */
export type TabProps = { billing: OrganizationBilling; onOpen: (action: Action) => void }
