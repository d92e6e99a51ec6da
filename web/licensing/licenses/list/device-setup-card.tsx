import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { PLACEHOLDER_UUID } from '#contract/licensing/fingerprints.ts'
import { useBrowserSetting } from '#web/app/lists/browser-setting.ts'
import { CopyBox } from '#web/app/parts/copy-box.tsx'
import { showCopied } from '#web/app/words/copy-toasts.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useCanChangeLicenses } from '../api.ts'

/** wmic, which older guides name, is gone from Windows 11 24H2. */
const COMMAND = '(Get-CimInstance Win32_ComputerSystemProduct).UUID'

/** Open until the organization has licenses, then as the user left it. */
export function DeviceSetupCard({ isFirst }: { isFirst: boolean }) {
  const [chosen, choose] = useBrowserSetting('device-setup')
  const isOpen = chosen === null ? isFirst : chosen === 'open'
  const id = useId()
  return (
    <Card
      title="Windows Device Setup"
      description={isOpen && 'Every Windows device has a UUID. A license is tied to it.'}
      folded={!isOpen}
      actions={
        <Button
          variant="ghost"
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => choose(isOpen ? 'closed' : 'open')}
        >
          {isOpen ? 'Hide steps' : 'Show steps'}
          <ChevronDown aria-hidden className={clsx(isOpen && 'rotate-180')} />
        </Button>
      }
    >
      <div id={id} hidden={!isOpen} className="grid gap-3 [&[hidden]]:hidden">
        <Steps />
        <OtherWays />
        <PlaceholderNote />
      </div>
    </Card>
  )
}

function Steps() {
  const isOrgAdmin = useIsOrgAdmin()
  return (
    <ol className="grid list-decimal gap-2 pl-5 marker:font-medium marker:text-fg2">
      <li>On the device, open the Start menu, type PowerShell and press Enter.</li>
      <li>
        Run this command:
        <Command />
      </li>
      <li>Copy the UUID it prints.</li>
      <li>
        {isOrgAdmin
          ? 'Find a license below, choose Assign UUID and paste it.'
          : 'Send it to an administrator of your organization, who assigns it to a license.'}
      </li>
      <li>Enter the license key in the application on that device. The license is then active.</li>
    </ol>
  )
}

const linkClass = 'font-medium text-accent underline underline-offset-4'

function OtherWays() {
  const [isOrgAdmin, canChange] = [useIsOrgAdmin(), useCanChangeLicenses()]
  return (
    <p className="text-[13px] text-fg2">
      No internet on the device?{' '}
      <Link href="/offline" className={linkClass}>
        Activate it with a file
      </Link>
      .{' '}
      {isOrgAdmin && canChange && (
        <>
          Many devices?{' '}
          <a href="#enrollment-keys" className={linkClass}>
            Enroll them
          </a>{' '}
          when the application is installed.
        </>
      )}
    </p>
  )
}

/** The rule itself is the contract's: such a UUID is never activated. */
const PlaceholderNote = () => (
  <p className="text-[13px] text-fg2">
    A UUID of zeros or of the letter F only, or one that begins with 03000200-0400, is refused: “{PLACEHOLDER_UUID}”
  </p>
)

const Command = () => (
  <span className="mt-1 block">
    <CopyBox value={COMMAND} label="Copy command" onCopied={() => showCopied('Command')} />
  </span>
)
