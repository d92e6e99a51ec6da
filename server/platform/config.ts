import { compile } from '@fastify/proxy-addr'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Channel } from '#contract/releases/channels.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { isTimeZone, TIME_ZONE } from './time-zone.ts'

const text = (fallback: string) => z._default(z.string().check(z.trim(), z.minLength(1)), fallback)
const line = (fallback: string) =>
  z._default(z.string().check(z.trim(), z.minLength(1), z.regex(/^.*$/, 'must be one line')), fallback)
const numeric = (form: RegExp, words: string, [minimum, maximum]: [number, number]) =>
  z.pipe(
    z.string().check(z.regex(form, words)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(minimum), z.maximum(maximum))),
  )
const number = (...range: [number, number]) => numeric(/^\d+$/, 'must be a whole number', range)
const whole = (fallback: number, ...range: [number, number]) => z._default(number(...range), fallback)
const share = (fallback: number) =>
  z._default(numeric(/^[01](\.\d+)?$/, 'must be a number from 0 to 1', [0, 1]), fallback)
const given = z.optional(z.string().check(z.trim(), z.minLength(1)))
const secret = z.optional(z.string().check(z.minLength(32)))
const url = (example: string, protocol: RegExp, hostname = /^/) =>
  z.url({ protocol, hostname, error: `must be an address like ${example}`, abort: true })
const web = (example: string) => url(example, /^https?$/)
const postgres = z.optional(url('postgres://user:password@host:5432/database', /^postgres(ql)?$/))
const origin = web('https://portal.example.com').check(
  z.refine(
    (address) => new URL(address).href === `${new URL(address).origin}/`,
    'must be only a scheme, a host and a port, like https://portal.example.com',
  ),
)

const addresses = z.optional(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',').map((address) => address.trim())),
    ),
    z.array(z.string()).check(z.refine(areAddresses, 'must list addresses like 10.0.0.1, 10.1.0.0/16')),
  ),
)

function areAddresses(list: string[]) {
  try {
    return Boolean(compile(list))
  } catch {
    return false
  }
}

const REPLY = 'must have at most 20 characters before the @, and no +'
const CLAMD = 'must be an address like tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl'
export const BACKUP_PLACE = 'must be a folder, or an address like s3://bucket/prefix'
export const isBackupPlace = (place: string) =>
  place.startsWith('s3:') ? /^s3:\/\/[^/?#@:\s]+(\/[^?#\s]*)?$/.test(place) : !place.includes('://')

/** Seconds for a proxy's health check to notice that this process is no longer ready. */
const DRAIN_SECONDS = 5

/** All settings. The README lists them. */
export const Environment = z.object({
  PORT: whole(3000, 0, 65535),
  HOST: given,
  PUBLIC_URL: z.optional(origin),
  DATA_DIR: text('./data'),
  DATABASE_URL: postgres,
  MIGRATION_DATABASE_URL: postgres,
  DATABASE_REPLICA_URL: postgres,
  DATABASE_POOL: whole(20, 4, 200),
  DATABASE_WAIT: whole(30, 0, 3600),
  DRAIN_SECONDS: z.optional(number(0, 600)),
  DEMO_PASSWORD: z._default(z.string().check(z.minLength(8)), 'portal-demo-2026'),
  PRODUCT_NAME: line('Latchkey'),
  VENDOR_NAME: text('Example Software (Pty) Ltd'),
  VENDOR_ADDRESS: text('1 Example Street, Cape Town, 8001, South Africa'),
  VENDOR_TIME_ZONE: z._default(
    z.string().check(z.trim(), z.refine(isTimeZone, 'must be a time zone like Africa/Johannesburg')),
    TIME_ZONE,
  ),
  VENDOR_VAT_NUMBER: given,
  VENDOR_BANK_DETAILS: given,
  SALES_EMAIL: z._default(z.email(), 'sales@example.com'),
  SECURITY_CONTACT: z.optional(
    z.union([z.email(), z.url({ protocol: /^https$/ })], { error: 'must be an email address or an https address' }),
  ),
  MAIL_FROM: z._default(z.email(), 'no-reply@example.com'),
  MAIL_KEPT_DAYS: whole(365, 30, 10_000),
  REPLY_ADDRESS: z.optional(z.email().check(z.regex(/^[^+@]{1,20}@/, REPLY))),
  INBOUND_SMTP_HOST: text('127.0.0.1'),
  INBOUND_SMTP_PORT: z.optional(number(1, 65535)),
  SMTP_URL: z.optional(url('smtp://user:password@host:587', /^smtps?$/, /./)),
  S3_BUCKET: given,
  S3_ENDPOINT: z.optional(web('https://s3.example.com')),
  S3_REGION: text('us-east-1'),
  S3_ACCESS_KEY_ID: given,
  S3_SECRET_ACCESS_KEY: given,
  CLAMD_URL: z.optional(z.url(CLAMD).check(z.regex(/^(tcp:\/\/[^/:]|unix:(\/\/)?\/[^/])/, CLAMD))),
  REGISTRATION_APPROVAL: z._default(z.enum(['manual', 'automatic']), 'manual'),
  STAFF_MFA: z._default(z.enum(['optional', 'required']), 'optional'),
  SIGNED_RELEASES: z._default(z.enum(['optional', 'required']), 'optional'),
  PUBLIC_CHANNELS: z._default(z.enum(['none', 'stable', 'all']), 'none'),
  STEP_UP: z._default(z.enum(['off', 'required']), 'off'),
  TRUST_PROXY: addresses,
  SESSION_IDLE_MINUTES: whole(30, 1, 100_000),
  SESSION_STAFF_HOURS: whole(12, 1, 10_000),
  SESSION_CUSTOMER_HOURS: whole(168, 1, 10_000),
  SEALING_SECRET: secret,
  SEALING_SECRET_PREVIOUS: secret,
  BACKUP_TO: z.optional(z.string().check(z.trim(), z.minLength(1), z.refine(isBackupPlace, BACKUP_PLACE))),
  BACKUP_SECRET: secret,
  BACKUPS_KEPT: whole(14, 1, 10_000),
  METRICS_HOST: text('127.0.0.1'),
  METRICS_PORT: z.optional(number(1, 65535)),
  LOG_LEVEL: z.optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(web('http://127.0.0.1:4318')),
  OTEL_SERVICE_NAME: text('latchkey'),
  OTEL_TRACES_SAMPLER_ARG: share(1),
  OUTBOUND_TARGETS: z._default(z.enum(['public', 'any']), 'public'),
  WORKER: z._default(z.enum(['on', 'off']), 'on'),
})
type Environment = z.infer<typeof Environment>

/** `unset` are settings that a portal for customers needs, and that were left out. Empty in a demo. */
export type Config = ReturnType<typeof shape> & { unset: string[] }

/** Reads the environment. Empty values count as missing. Throws one sentence about an invalid setting. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { success, data, error } = z.safeParse(Environment, present, { error: problemOf })
  if (!success) {
    const [issue] = error.issues
    throw new StartupError(`The setting ${issue?.path.join('.')} is not usable: ${issue?.message}.`)
  }
  const needs = data.BACKUP_TO?.startsWith('s3://') ? [...NEEDED, ['BACKUP_TO', 'S3_BUCKET'] as const] : NEEDED
  const alone = needs.filter(([name, needed]) => data[name] && !data[needed])
  if (alone.length > 0) throw new StartupError(alone.map((pair) => `${pair.join(' needs ')} beside it.`).join(' '))
  return { ...shape(data), unset: unsetIn(present) }
}

/** Settings, each with one without which it has no effect. */
const NEEDED = [
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
  ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  ['S3_SECRET_ACCESS_KEY', 'S3_BUCKET'],
  ['SEALING_SECRET_PREVIOUS', 'SEALING_SECRET'],
  ['INBOUND_SMTP_PORT', 'REPLY_ADDRESS'],
  ['BACKUP_TO', 'BACKUP_SECRET'],
] as const

/** Of problems without their own words. */
function problemOf(issue: z.core.$ZodRawIssue) {
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(' or ')}`
  if (issue.code === 'invalid_format' && issue.format === 'email')
    return 'must be an email address like sales@example.com'
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue.code !== 'too_small') return undefined
  if (issue.origin === 'number') return `must be at least ${issue.minimum}`
  return issue.minimum === 1 ? 'is blank' : `must have at least ${issue.minimum} characters`
}

/** Customers read these in emails and on invoices. */
const SHOWN = ['PUBLIC_URL', 'VENDOR_NAME', 'VENDOR_ADDRESS', 'SALES_EMAIL', 'MAIL_FROM']
export const SEALING = 'SEALING_SECRET'

const unsetIn = (present: NodeJS.ProcessEnv) =>
  present.DATABASE_URL ? [...SHOWN, SEALING].filter((name) => present[name] === undefined) : []

const DEMO_VENDOR = {
  vatNumber: '4990123456',
  bankDetails:
    'Account holder: Example Software (Pty) Ltd\nBank: Example Bank\nAccount number: 62000123456\nBranch code: 250655',
}

function shape(env: Environment) {
  const demo = !env.DATABASE_URL
  return {
    demo,
    host: env.HOST ?? (demo ? 'localhost' : '0.0.0.0'),
    port: env.PORT,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    dataDirectory: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    databasePool: env.DATABASE_POOL,
    databaseWaitSeconds: env.DATABASE_WAIT,
    drainSeconds: env.DRAIN_SECONDS ?? (demo ? 0 : DRAIN_SECONDS),
    demoPassword: env.DEMO_PASSWORD,
    productName: env.PRODUCT_NAME,
    vendor: {
      name: env.VENDOR_NAME,
      address: env.VENDOR_ADDRESS,
      vatNumber: env.VENDOR_VAT_NUMBER ?? (demo ? DEMO_VENDOR.vatNumber : undefined),
      bankDetails: env.VENDOR_BANK_DETAILS ?? (demo ? DEMO_VENDOR.bankDetails : undefined),
    },
    salesEmail: env.SALES_EMAIL,
    securityContact: contactOf(env.SECURITY_CONTACT ?? env.SALES_EMAIL),
    mailKeptDays: env.MAIL_KEPT_DAYS,
    mail: { from: env.MAIL_FROM, smtpUrl: env.SMTP_URL },
    replyAddress: env.REPLY_ADDRESS,
    inboundSmtp: { host: env.INBOUND_SMTP_HOST, port: env.INBOUND_SMTP_PORT },
    s3: readS3(env),
    clamdUrl: env.CLAMD_URL,
    automaticApproval: env.REGISTRATION_APPROVAL === 'automatic',
    staffMfaRequired: env.STAFF_MFA === 'required',
    signedReleasesRequired: env.SIGNED_RELEASES === 'required',
    publicChannels: PUBLIC_CHANNELS[env.PUBLIC_CHANNELS],
    stepUpRequired: env.STEP_UP === 'required',
    trustProxy: env.TRUST_PROXY,
    sessions: {
      idleMinutes: env.SESSION_IDLE_MINUTES,
      staffHours: env.SESSION_STAFF_HOURS,
      customerHours: env.SESSION_CUSTOMER_HOURS,
    },
    sealing: { secret: env.SEALING_SECRET, previous: env.SEALING_SECRET_PREVIOUS },
    backup: { to: env.BACKUP_TO, secret: env.BACKUP_SECRET, kept: env.BACKUPS_KEPT },
    metricsHost: env.METRICS_HOST,
    metricsPort: env.METRICS_PORT,
    traces: readTraces(env),
    logLevel: env.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    outboundToAny: env.OUTBOUND_TARGETS === 'any',
    worker: env.WORKER === 'on',
  }
}

const PUBLIC_CHANNELS: Record<Environment['PUBLIC_CHANNELS'], readonly Channel[]> = {
  none: [],
  stable: ['stable'],
  all: ['stable', 'beta'],
}

const contactOf = (place: string) => (place.startsWith('https://') ? place : `mailto:${place}`)

function readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }: Environment) {
  if (!endpoint) return undefined
  return { endpoint: endpoint.replace(/\/$/, ''), service: env.OTEL_SERVICE_NAME, share: env.OTEL_TRACES_SAMPLER_ARG }
}

function readS3({ S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region, ...env }: Environment) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  return bucket && accessKeyId && secretAccessKey
    ? { bucket, endpoint, region, accessKeyId, secretAccessKey }
    : undefined
}
