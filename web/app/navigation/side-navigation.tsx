import { clsx } from 'clsx'
import { Building2 } from 'lucide-react'
import { Link, useLocation, useSearch } from 'wouter'
import { tickets } from '#contract/support/tickets.ts'
import { useRead } from '#web/app/api/data.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { useNavigation, type NavigationItem } from './navigation.ts'

export const SideNavigation = ({ onNavigate }: { onNavigate?: () => void }) => (
  <nav aria-label="Main" className="grid gap-5 p-3">
    <Organization />
    {useNavigation().map(({ title, items }) => (
      <section key={title} aria-label={title}>
        <h2 className="px-2.5 pb-1.5 text-xs font-medium text-fg2">{title}</h2>
        <ul className="grid gap-0.5">
          {items.map((item) => (
            <li key={item.href}>
              <NavigationLink {...item} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)

function Organization() {
  const { organization } = useCurrentUser()
  return (
    organization && (
      <p title={organization} className="-mb-3 flex min-w-0 items-center gap-2.5 px-2.5 pt-1 font-semibold">
        <Building2 aria-hidden className="size-4 shrink-0 text-fg2" />
        <span className="truncate">{organization}</span>
      </p>
    )
  )
}

function NavigationLink({ onNavigate, ...item }: NavigationItem & { onNavigate?: () => void }) {
  const { title, href, screen, icon: Icon } = item
  const isHere = useIsHere(item)
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
      {...intent(screen.Page)}
      className={clsx(
        'flex h-9 items-center gap-2.5 rounded-md px-2.5 max-lg:h-11',
        isHere ? 'bg-accent-soft font-medium text-accent' : 'hover:bg-neutral-bg',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {title}
      {href === '/support' && <TicketBadge />}
    </Link>
  )
}

/** Also on pages below the screen. The documentation is a tab of the support screen, and a separate item for agents. */
function useIsHere({ title, href, screen }: NavigationItem) {
  const [path] = useLocation()
  const tab = new URLSearchParams(useSearch()).get('tab')
  if (path !== screen.path) return screen.path !== '/' && path.startsWith(`${screen.path}/`)
  if (href !== screen.path) return tab === 'documentation'
  return title !== 'Inbox' || tab !== 'documentation'
}

function TicketBadge() {
  const { data } = useRead(tickets.counts)
  const count = data ? data.open + data.inProgress : 0
  if (count === 0) return null
  return (
    <span className="ml-auto grid h-5 min-w-5 place-items-center rounded-full bg-danger-solid px-1.5 text-[11px] font-semibold text-danger-solid-fg">
      {count}
      <span className="sr-only"> open tickets</span>
    </span>
  )
}
