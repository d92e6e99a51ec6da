const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' })

/** '2025-03-05': the day it is for the vendor and its customers, wherever the reader is. */
export const today = () => day.format(new Date())
