import { onDemand } from '#web/ui/dialog/on-demand.tsx'

export const AssignDevicesDialog = onDemand(
  async () => (await import('./assign-devices-dialog.tsx')).AssignDevicesDialog,
)
