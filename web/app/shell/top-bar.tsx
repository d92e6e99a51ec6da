import { BookOpen, Menu as MenuIcon, Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { links } from '#web/app/links.ts'
import { PaletteButton } from '#web/app/palette/palette-button.tsx'
import type { Show } from '#web/app/palette/show-overlay.ts'
import { Brand } from '#web/app/parts/brand.tsx'
import { setTheme, themes, useTheme, type Theme } from '#web/app/theme.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Menu } from '#web/ui/menu/menu.tsx'
import { Tooltip } from '#web/ui/menu/tooltip.tsx'
import { HealthPill } from './health-pill.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = { onOpenNavigation: () => void; preloadNavigation: { preload: () => Promise<unknown> }; show: Show }

export const TopBar = ({ onOpenNavigation, preloadNavigation, show }: Props) => (
  <header className="fixed inset-x-0 top-0 z-30 flex h-14 items-center gap-1.5 border-b bg-card px-3 sm:px-4">
    <Button
      variant="ghost"
      size="icon"
      aria-label="Open navigation"
      aria-haspopup="dialog"
      className="lg:hidden"
      {...intent(preloadNavigation)}
      onClick={onOpenNavigation}
    >
      <MenuIcon />
    </Button>
    <Link href="/" className="min-w-0 rounded-md">
      <Brand />
    </Link>
    <HealthPill />
    <div className="ml-auto flex shrink-0 items-center gap-1 max-sm:gap-0">
      <PaletteButton onOpen={() => show('palette')} />
      <DocumentationButton />
      <div className="max-sm:hidden">
        <ThemeMenu />
      </div>
      <UserMenu onShowShortcuts={() => show('shortcuts')} />
    </div>
  </header>
)

function DocumentationButton() {
  const [, navigate] = useLocation()
  return (
    <Tooltip text="Documentation">
      <Button variant="ghost" size="icon" aria-label="Documentation" onClick={() => navigate(links.documentation)}>
        <BookOpen />
      </Button>
    </Tooltip>
  )
}

const icons: Record<Theme, LucideIcon> = { light: Sun, dark: Moon, system: Monitor }

function ThemeMenu() {
  const chosen = useTheme()
  const Icon = icons[chosen]
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Icon />
        </Button>
      }
      items={themes.map(({ value: theme, label }) => ({
        label,
        icon: icons[theme],
        checked: theme === chosen,
        onSelect: () => setTheme(theme),
      }))}
    />
  )
}
