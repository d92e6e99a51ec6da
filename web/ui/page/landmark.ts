/** Popups stay in the landmark of their button; those of a dialog go to the end of the page, where nothing cuts them off. */
export const landmarkOf = (button: Element) => button.closest<HTMLElement>('header, main')
