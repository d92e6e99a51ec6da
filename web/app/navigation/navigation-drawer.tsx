import { useId } from 'react'
import { setTheme, themes, useTheme } from '#web/app/theme.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { SideNavigation } from './side-navigation.tsx'

/** The navigation on small screens; on phones also the theme, which does not fit into the top bar. */
export const NavigationDrawer = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Navigation" side="left" onClose={onClose}>
    <SideNavigation onNavigate={onClose} />
    <div className="mt-4 border-t pt-4 sm:hidden">
      <ThemeSelect />
    </div>
  </Dialog>
)

function ThemeSelect() {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-3 px-2.5">
      <label htmlFor={id}>Theme</label>
      <Select id={id} options={themes} value={useTheme()} onChange={(event) => setTheme(event.target.value)} />
    </div>
  )
}
