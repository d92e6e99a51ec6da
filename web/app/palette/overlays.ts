import type { ComponentType } from 'react'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import type { Overlay, Show } from './show-overlay.ts'

export const overlays = {
  palette: onDemand(async () => (await import('./palette.tsx')).Palette),
  shortcuts: onDemand(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
} satisfies Record<Overlay, ComponentType<{ show: Show }>>
