export const NO_EVENTS = 'Nothing has happened yet.'
