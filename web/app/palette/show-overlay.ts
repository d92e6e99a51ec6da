export type Overlay = 'palette' | 'shortcuts'

/** Null closes it. */
export type Show = (overlay: Overlay | null) => void
