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

/** What a tab shows, and how it opens a dialog above it. */
export type TabProps = { billing: OrganizationBilling; onOpen: (action: Action) => void }
