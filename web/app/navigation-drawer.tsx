import { Dialog } from '#web/ui/dialog.tsx'
import { SideNavigation } from './side-navigation.tsx'

export const NavigationDrawer = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Navigation" side="left" onClose={onClose}>
    <SideNavigation onNavigate={onClose} />
  </Dialog>
)
