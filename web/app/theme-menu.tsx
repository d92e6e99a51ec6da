import { Monitor, Moon, Sun } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { setTheme, useTheme, type Theme } from './theme.ts'

const choices: readonly { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'System', icon: Monitor },
]

export function ThemeMenu() {
  const chosen = useTheme()
  const Icon = choices.find(({ theme }) => theme === chosen)?.icon ?? Monitor
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Icon />
        </Button>
      }
      items={choices.map(({ theme, ...item }) => ({
        ...item,
        checked: theme === chosen,
        onSelect: () => setTheme(theme),
      }))}
    />
  )
}
