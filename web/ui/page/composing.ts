import type { KeyboardEvent } from 'react'

/** The key belongs to an input method. Safari ends a composition before its last key, which then has this code. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229
