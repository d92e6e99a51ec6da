import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CHECK_IN, Decision, DecisionCode, Loss, devices } from '#contract/licensing/devices.ts'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { PLACEHOLDERS } from '#contract/licensing/fingerprints.ts'
import {
  FILE_DAYS,
  LicenseFile,
  MadeFile,
  OFFLINE_DAYS,
  OfflineRequestContent,
  PublicKey,
  Revocations,
  SignedFile,
  licenseFiles,
} from '#contract/licensing/license-files.ts'
import { MOVES } from '#contract/licensing/moves.ts'
import { AvailableUpdate } from '#contract/releases/available-update.ts'
import { UpdateManifest } from '#contract/releases/updates.ts'
import { BAD_REQUESTS } from '#server/platform/http/limits/bad-requests.ts'
import { budgets } from '#server/platform/http/limits/limits.ts'
import { JSON_LIMIT, MAX_DEPTH, MAX_VALUES } from '#server/platform/http/requests/json-bodies.ts'
import { FEED_CALLS, SEARCH_CALLS } from '#server/releases/updates/routes.ts'
import { endpoints } from '#server/operations/developers/document/endpoints.ts'
import { CALLS_BY_ADDRESS, CALLS_BY_KEY } from './budgets.ts'
import { verdict } from './decision/decision.ts'
import { DECISION_STATUS } from './refusals.ts'

const page = readFileSync('docs/protocol.md', 'utf8')

const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const tables = Array.from(page.matchAll(/^(?:\|.*\n)+/gm), ([table]) => {
  const [header = '', , ...rows] = table.trim().split('\n')
  return { header: cellsOf(header).join(' | '), rows: rows.map(cellsOf) }
})
const wordsOf = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, word = '']) => word)

/** The rows of all tables with these columns, one list for each table. */
function rowsOf(header: string) {
  const found = tables.filter((table) => table.header === header).map(({ rows }) => rows)
  expect(found, header).not.toEqual([])
  return found
}
const firstColumns = (header: string) => rowsOf(header).map((rows) => rows.flatMap(([first]) => wordsOf(first)))

type Fields = Record<string, { maxLength?: number; maximum?: number; maxItems?: number }>
type Shape = { properties?: Fields; required?: string[]; anyOf?: Shape[] }
const shapeOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
const fieldsOf = ({ properties = {}, required = [] }: Shape) =>
  Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))

const isDecision = (schema: z.core.$ZodType) => 'conclusive' in (shapeOf(schema).properties ?? {})
const decisionFields = Object.keys(Decision.shape)

const forDevices = endpoints.map(([, endpoint]) => endpoint).filter(({ config }) => config.access === 'device')
const calls = forDevices.filter(({ url }) => url.startsWith('/api/'))
const feeds = forDevices.filter(({ url }) => url.startsWith('/updates/'))

test('lists every call with its fields, required and optional', () => {
  const listed = rowsOf('Call | `Authorization` | Body | 200').flat()
  const byCall = ([call = '', , body, answer]: string[]) => ({
    call: wordsOf(call)[0],
    body: wordsOf(body),
    answer: wordsOf(answer).toSorted(),
    isDecision: answer?.startsWith('decision'),
  })
  const declared = calls.map(({ method, url, schema }) => {
    const { anyOf, ...body } = schema.body ? shapeOf(schema.body) : {}
    const answer = schema.response[200]!
    const names = Object.keys(shapeOf(answer).properties ?? {})
    return {
      call: `${method} ${url}`,
      body: anyOf ? anyOf.flatMap(fieldsOf) : fieldsOf(body),
      answer: names.filter((name) => !isDecision(answer) || !decisionFields.includes(name)).toSorted(),
      isDecision: isDecision(answer),
    }
  })
  const sorted = <One extends { call?: string | undefined }>(all: One[]) =>
    all.toSorted((a, b) => (a.call! < b.call! ? -1 : 1))
  expect(sorted(listed.map(byCall))).toEqual(sorted(declared))
})

test('lists every update feed', () => {
  const listed = firstColumns('Call | 200')[0] ?? []
  expect(listed.toSorted()).toEqual(feeds.map(({ method, url }) => `${method} ${url}`).toSorted())
  expect(firstColumns('Field | Type | Meaning')).toContainEqual(Object.keys(UpdateManifest.shape))
})

test('gives the limit of every field of a request', () => {
  const bodies = calls
    .flatMap(({ schema }) => (schema.body ? shapeOf(schema.body) : []))
    .flatMap((shape) => shape.anyOf ?? shape)
  const limits = new Map<string, string>()
  for (const { properties = {} } of bodies)
    for (const [name, { maxLength, maximum, maxItems }] of Object.entries(properties))
      limits.set(name, `${maxLength ?? maximum ?? maxItems ?? ''}`)
  limits.set('nonce', '128')
  const listed = rowsOf('Field | Type | Most | Meaning').flat()
  expect(new Map(listed.map(([name, , most = '']) => [wordsOf(name)[0], /^\d*/.exec(most)?.[0]]))).toEqual(limits)
  const nonce = devices.validate.schema.body.shape.nonce
  expect([128, 129].map((length) => nonce.safeParse('x'.repeat(length)).success)).toEqual([true, false])
  expect(enrollmentKeys.enroll.schema.body.shape.kids.safeParse(['k'.repeat(65)]).success).toBe(false)
})

test('gives the status of every code and whether it is conclusive', () => {
  const listed = rowsOf('Code | Status | Conclusive | Meaning').flat()
  expect(listed.map(([code, status, conclusive]) => [wordsOf(code)[0], Number(status), conclusive])).toEqual(
    DecisionCode.options.map((code) => [
      code,
      DECISION_STATUS[code],
      verdict(code, '', new Date()).conclusive ? 'yes' : 'no',
    ]),
  )
})

test('lists every field of answers, files, keys and lists', () => {
  const listed = firstColumns('Field | Type | Meaning')
  for (const { shape } of [Decision, SignedFile, LicenseFile, Revocations])
    expect(listed).toContainEqual(Object.keys(shape))
  expect(firstColumns('Field | Type')).toEqual([Object.keys(OfflineRequestContent.shape)])
  const words = wordsOf(page)
  for (const { shape } of [AvailableUpdate, MadeFile, PublicKey])
    expect(words).toEqual(expect.arrayContaining(Object.keys(shape)))
  expect(words).toEqual(expect.arrayContaining([...Loss.options, ...LicenseFile.shape.status.options]))
})

test('names the limits and times of the server', () => {
  const listed = rowsOf('Limit | Value | Then').flat()
  expect(listed.map(([, value]) => Number(value))).toEqual([
    CALLS_BY_KEY.calls,
    budgets['unknown license key by address'].points,
    CALLS_BY_ADDRESS.calls,
    BAD_REQUESTS.calls,
    FEED_CALLS.calls,
    SEARCH_CALLS.calls,
    JSON_LIMIT,
    MAX_DEPTH,
    MAX_VALUES,
    MOVES.limit,
  ])
  const content = rowsOf('Field | Type | Meaning').flat()
  const daysOf = (name: string) =>
    Number(/(\d+) days? later/.exec(content.find(([first]) => first === `\`${name}\``)?.[2] ?? '')?.[1])
  expect(['checkInBy', 'expiresAt', 'graceUntil'].map(daysOf)).toEqual([
    CHECK_IN.intervalSeconds / (24 * 60 * 60),
    FILE_DAYS.online,
    FILE_DAYS.online + FILE_DAYS.grace,
  ])
  expect(page).toContain(
    `its ${OFFLINE_DAYS.min} to ${OFFLINE_DAYS.max} days, and \`graceUntil\` ${FILE_DAYS.grace} days later`,
  )
  expect(licenseFiles.offlineRequest.schema.body.shape.ttlDays.safeParse(OFFLINE_DAYS.maxByKey + 1).success).toBe(false)
  expect(page).toContain(`Default: ${OFFLINE_DAYS.default}`)
})

test('lists the placeholders', () => {
  expect(firstColumns('Placeholder')).toEqual([PLACEHOLDERS])
})
