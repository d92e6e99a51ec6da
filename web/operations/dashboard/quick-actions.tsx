import { Download, KeyRound, LifeBuoy, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { links } from '#web/app/links.ts'
import { useIsOrgAdmin } from '#web/identity/session/api.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'

/** Who may not create a license is led to the list of them. */
export const QuickActions = () => (
  <Card title="Quick Actions">
    <div className="grid gap-2">
      <Action href="/downloads" icon={Download} label="Download App" />
      <Action href={useIsOrgAdmin() ? links.createLicense : '/licenses'} icon={KeyRound} label="Create License" />
      <Action href={links.contactSupport} icon={LifeBuoy} label="New Support Ticket" />
    </div>
  </Card>
)

const Action = ({ href, icon: Icon, label }: { href: string; icon: LucideIcon; label: string }) => (
  <Link href={href} className={buttonClass({}, 'justify-start')}>
    <Icon aria-hidden className="text-fg2" />
    {label}
  </Link>
)
