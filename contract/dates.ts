const LOCALE = 'en-US'

type Value = string | Date

/** A bare day ('2025-03-05') means that day, wherever the reader is. */
const at = (value: Value) => new Date(typeof value === 'string' && value.length === 10 ? `${value}T00:00:00` : value)

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, options)
  return (value: Value) => format.format(at(value))
}

/** 'Mar 05, 2025' */
export const formatDate = formatter({ month: 'short', day: '2-digit', year: 'numeric' })

/** 'March 05, 2025' */
export const formatLongDate = formatter({ month: 'long', day: '2-digit', year: 'numeric' })

/** 'March 2025' */
export const formatMonth = formatter({ month: 'long', year: 'numeric' })

/** 'Mar' */
export const formatShortMonth = formatter({ month: 'short' })

const time = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** 'Mar 05, 2025 14:07' */
export const formatDateTime = (value: Value) => `${formatDate(value)} ${time(value)}`

/** The full instant for a tooltip. */
export const formatInstant = formatter({ dateStyle: 'full', timeStyle: 'long' })
