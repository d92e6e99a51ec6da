import { clsx } from 'clsx'
import { MonitorUp, Plus } from 'lucide-react'
import { useChangeDialog } from '#web/app/parts/change-dialog.ts'
import { PageSkeleton } from '#web/app/parts/page-skeleton.tsx'
import { SuspendedBanner } from '#web/app/parts/suspended-banner.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { useIsAdmin, useIsOrgAdmin } from '#web/identity/session/api.ts'
import { ENROLLMENT_KEYS_PLACE, EnrollmentKeysCard } from '#web/licensing/enrollment-keys/parts.tsx'
import { RequestLicensesButton } from '#web/licensing/license-requests/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { WhenNear } from '#web/ui/page/when-near.tsx'
import { useCanChangeLicenses, useHasNoLicenses, useLicensePages, useSubscription } from './api.ts'
import { AssignDevicesDialog } from './devices/assignments/parts.tsx'
import { useLicenseFilter } from './license-filter.ts'
import { DeviceSetupCard } from './list/device-setup-card.tsx'
import { useAreChipsKnown } from './list/license-chips.tsx'
import { LicensesCard } from './list/licenses-card.tsx'
import { StoppedBanner } from './list/stopped-banner.tsx'
import { UsageCard } from './list/usage-card.tsx'
import { useLicenseUsage } from './usage-api.ts'

const CreateLicenseDialog = onDemand(
  async () => (await import('./creation/create-license-dialog.tsx')).CreateLicenseDialog,
)

/** ?create=1 opens the dialog, so that other screens can lead to it. */
export function LicensesPage() {
  const isOrgAdmin = useIsOrgAdmin()
  const canChange = useCanChangeLicenses()
  const isCreating = useChangeDialog('create')
  const isFirst = useHasNoLicenses()
  const isAssigning = useChangeDialog('assign')
  const [adding] = useUrlState('add')
  const { data: billing, isFetched: isBillingKnown } = useSubscription()
  const { isFetched: isUsageKnown } = useLicenseUsage()
  const { isPending: isListPending } = useLicensePages(useLicenseFilter())
  const isPlaced = isBillingKnown && isUsageKnown
  const isListPlaced = useAreChipsKnown() && isPlaced && !isListPending
  const isAdmin = useIsAdmin()
  const hasNoPlan = !isAdmin && billing?.subscription === null
  const create =
    isOrgAdmin &&
    (hasNoPlan ? <RequestLicensesButton variant="primary" isOffered={canChange} /> : canChange && <CreateButtons />)

  return (
    <Page {...HEADINGS['/licenses']} actions={create}>
      <div className="relative">
        {!isPlaced && <PageSkeleton />}
        {/* Mounted at once: a part that came later would ask again for what has failed. */}
        <div className={clsx('grid grid-cols-1 gap-5', !isPlaced && 'invisible absolute inset-x-0 top-0')}>
          {billing?.isSuspended && <SuspendedBanner />}
          {billing && !billing.isSuspended && <StoppedBanner invoices={billing.invoices} />}
          <UsageCard />
          {isFirst && <DeviceSetupCard isFirst />}
          <LicensesCard />
          {!isFirst && isListPlaced && <DeviceSetupCard isFirst={false} />}
        </div>
      </div>
      {isOrgAdmin && (
        <div id="enrollment-keys" className="min-w-0 scroll-mt-20">
          <WhenNear place={ENROLLMENT_KEYS_PLACE} isNeeded={Boolean(adding)} isPlaced={isListPlaced} isSearchable>
            <EnrollmentKeysCard canChange={canChange} />
          </WhenNear>
        </div>
      )}
      {isOrgAdmin && isCreating && (
        <CreateLicenseDialog
          onClose={() => setUrl({ create: null })}
          onCreated={({ id }) => setUrl({ create: null, license: id })}
        />
      )}
      {isOrgAdmin && isAssigning && <AssignDevicesDialog onClose={() => setUrl({ assign: null })} />}
    </Page>
  )
}

const CreateButtons = () => (
  <>
    <Button {...intent(AssignDevicesDialog)} onClick={() => setUrl({ assign: '1' }, { replace: false })}>
      <MonitorUp aria-hidden />
      Assign devices
    </Button>
    <Button
      variant="primary"
      {...intent(CreateLicenseDialog)}
      onClick={() => setUrl({ create: '1' }, { replace: false })}
    >
      <Plus aria-hidden />
      Create License
    </Button>
  </>
)
