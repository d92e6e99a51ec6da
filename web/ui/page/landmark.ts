/** A popup stays in the landmark of its button. In a dialog it goes to the end of the page, where nothing clips it. */
export const landmarkOf = (button: Element) => button.closest<HTMLElement>('header, main')
