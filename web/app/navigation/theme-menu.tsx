import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'
import { Menu } from '#web/ui/menu/menu.tsx'
import { setTheme, themes, useTheme, type Theme } from './theme.ts'

const icons: Record<Theme, LucideIcon> = { light: Sun, dark: Moon, system: Monitor }

export function ThemeMenu() {
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
