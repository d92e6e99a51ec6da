import { onDemand } from '#web/ui/dialog/on-demand.tsx'

/** What opens above any screen, by a key or from the top bar. */
export const overlays = {
  palette: onDemand(async () => (await import('./palette.tsx')).Palette),
  shortcuts: onDemand(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
}
export type Overlay = keyof typeof overlays

/** Null closes. */
export type Show = (overlay: Overlay | null) => void
