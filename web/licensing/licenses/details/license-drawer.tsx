import { useState } from 'react'
import type { License } from '#contract/licensing/licenses.ts'
import { isNotFound } from '#web/app/api/api-error.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { useCanChangeLicenses, useLicense, LICENSE_NOT_LOADED } from '../api.ts'
import type { OpenLicense } from '../changes/opened-license.ts'
import { LicenseEvents } from '../history/license-history.tsx'
import { licenseBadge } from '../license-badge.ts'
import { LicenseDialog } from '../license-dialog.tsx'
import { DeviceSection } from './device-section.tsx'
import { DrawerActions } from './drawer-actions.tsx'
import { KeySection } from './key-section.tsx'
import { Section } from './section.tsx'
import { TagSection } from './tag-section.tsx'

type Props = { id: string; onClose: () => void }

export function LicenseDrawer({ id, onClose }: Props) {
  const query = useLicense(id)
  const license = isNotFound(query.error) ? { ...query, data: undefined } : query
  return (
    <Dialog
      side="right"
      size="medium"
      title={license.data?.label ?? 'License'}
      description={license.data && descriptionOf(license.data)}
      onClose={onClose}
    >
      <Loaded query={license} failure={LICENSE_NOT_LOADED}>
        {(data) => <Details license={data} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

const descriptionOf = ({ description, organizationName }: License) => description ?? organizationName

function Details({ license, onClose }: { license: License; onClose: () => void }) {
  const isOrgAdmin = useIsOrgAdmin()
  const [opened, setOpened] = useState<OpenLicense['action'] | null>(null)
  const close = () => {
    setOpened(null)
    if (opened === 'delete') onClose()
  }
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-center gap-2">
        <Badge {...licenseBadge(license.status)} />
        {license.billingStatus === 'unpaid' && <Badge tone="warning">Unpaid</Badge>}
      </p>
      <DrawerActions {...{ license, isOrgAdmin }} canChange={useCanChangeLicenses()} onOpen={setOpened} />
      <KeySection license={license} />
      <DeviceSection license={license} />
      <TagSection license={license} canEdit={isOrgAdmin} />
      <Section title="History">
        <LicenseEvents id={license.id} />
      </Section>
      {opened && <LicenseDialog action={opened} license={license} onClose={close} />}
    </div>
  )
}
