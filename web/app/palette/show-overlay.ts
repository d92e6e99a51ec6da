/** What opens above any screen, by a key or from the top bar. */
export type Overlay = 'palette' | 'shortcuts'

/** Null closes. */
export type Show = (overlay: Overlay | null) => void
