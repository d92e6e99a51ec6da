import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'

/** As in ISO 8601: 1 is Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const MAX_CLOSED_DAYS = 100

const Time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time like 08:00'))

const isZone = (name: string) => {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const isDay = (day: string) =>
  /^20\d\d-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(8))

const noneTwice = (list: (string | number)[]) => new Set(list).size === list.length

type Times = { opens: string; closes: string }

const inOrder = z.refine<Times>(({ opens, closes }) => opens < closes, {
  path: ['closes'],
  message: 'Must be after the opening time',
})

const fields = {
  /** `calendar` counts every hour, whatever the other fields say. */
  clock: z.enum(['business', 'calendar']),
  opens: Time,
  closes: Time,
  timeZone: z.string().check(z.maxLength(60, 'Unknown time zone'), z.refine(isZone, 'Unknown time zone')),
  skipsHolidays: z.boolean(),
}

const Days = z
  .array(z.int().check(z.minimum(1), z.maximum(7)))
  .check(z.minLength(1, 'Choose at least one day'), z.refine(noneTwice, 'Each day once'))

const ClosedDays = z
  .array(z.string().check(z.refine(isDay, 'Must be days like 2027-12-27')))
  .check(z.maxLength(MAX_CLOSED_DAYS, `At most ${MAX_CLOSED_DAYS} days`), z.refine(noneTwice, 'Each day once'))

/** The hours in which response targets count. */
export const BusinessHours = z.object({ ...fields, days: Days, closedDays: ClosedDays }).check(inOrder)
export type BusinessHours = z.infer<typeof BusinessHours>

/** '2026-12-28, 2026-12-29' */
const typedDays = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(/[\s,]+/).filter(Boolean)),
    ClosedDays,
  ),
)

const weekday = z.boolean()

/** The hours as typed: a box for each weekday. */
export const BusinessHoursForm = z
  .object({
    ...fields,
    Monday: weekday,
    Tuesday: weekday,
    Wednesday: weekday,
    Thursday: weekday,
    Friday: weekday,
    Saturday: weekday,
    Sunday: weekday,
    closedDays: typedDays,
  })
  .check(
    inOrder,
    z.refine<Record<(typeof WEEKDAYS)[number], boolean>>((form) => WEEKDAYS.some((day) => form[day]), {
      path: ['Monday'],
      message: 'Choose at least one day',
    }),
  )
export type BusinessHoursForm = z.infer<typeof BusinessHoursForm>

export const fromForm = ({
  clock,
  opens,
  closes,
  timeZone,
  skipsHolidays,
  closedDays,
  ...boxes
}: BusinessHoursForm) => ({
  clock,
  opens,
  closes,
  timeZone,
  skipsHolidays,
  closedDays,
  days: WEEKDAYS.flatMap((day, place) => (boxes[day] ? [place + 1] : [])),
})

export const businessHours = {
  read: {
    method: 'GET',
    url: '/api/business-hours',
    config: { access: 'staff tickets:read' },
    schema: {
      summary: 'Get the hours in which response targets count',
      response: { 200: BusinessHours, ...refusals },
    },
  },
  set: {
    method: 'PUT',
    url: '/api/business-hours',
    config: { access: 'admin', harmless: 'Internal targets of the support team' },
    schema: {
      summary: 'Set the hours in which response targets count, also for open tickets',
      body: BusinessHours,
      response: { 200: BusinessHours, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
