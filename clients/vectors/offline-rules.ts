import { LICENSE_KEY, UUID, at } from './examples.ts'
import { NEW_UUID } from './rule-files.ts'
import { ALL, activated, allow, rule, running } from './rule-parts.ts'

const show = { event: { do: 'show' } } as const
const offline = { importedFile: 'file:offline', lastSeen: at({}) }
const planned = { at: at({}), failures: 0, next: at({ days: 60 }) }
const carry = (file: string) => ({ event: { do: 'import', file } }) as const

const states = [
  rule('status: no license', 'NOT_ACTIVATED', { ...show, state: {} }),
  rule('status: the check-in is overdue', `VALID ${ALL}`, { ...show, now: at({ days: 2 }) }),
  rule('status: in grace', `VALID ${ALL}`, { ...show, now: at({ days: 8 }) }),
  rule('status: grace is over', `EXPIRED ${ALL}`, { ...show, now: at({ days: 15 }) }),
  rule('status: grace is over, and an imported file is still valid', `VALID ${ALL} importedFile`, {
    ...show,
    now: at({ days: 15 }),
    state: { ...running, importedFile: 'file:offline' },
  }),
  rule('status: the file of another device', `WRONG_DEVICE ${ALL}`, { ...show, deviceFingerprint: NEW_UUID }),
  rule('status: the UUID in another spelling', `VALID ${ALL}`, {
    ...show,
    deviceFingerprint: `{${UUID.toLowerCase()}}`,
  }),
  rule('status: in grace, and the server signs with an unknown key', `VALID ${ALL} unreadable`, {
    ...show,
    now: at({ days: 8 }),
    state: { ...running, unreadable: { code: 'UNKNOWN_KEY', kids: ['rfc8032-1', 'rfc8032-2'] } },
  }),
  rule('status: grace is over, and the server signs with an unknown key', `UNKNOWN_KEY ${ALL} unreadable`, {
    ...show,
    now: at({ days: 15 }),
    state: { ...running, unreadable: { code: 'UNKNOWN_KEY', kids: ['rfc8032-1', 'rfc8032-2'] } },
  }),
  rule('status: the unknown key was unknown to an earlier version', `EXPIRED ${ALL} unreadable`, {
    ...show,
    now: at({ days: 15 }),
    state: { ...running, unreadable: { code: 'UNKNOWN_KEY', kids: ['rfc8032-1'] } },
  }),
  rule('status: invalid values of the state are ignored', 'NOT_ACTIVATED', {
    ...show,
    state: JSON.parse(
      '{"licenseKey": 7, "lastSeen": "soon", "attempt": {"at": 1}, "lost": {"code": "SOLD"}, "notice": []}',
    ) as object,
  }),
]

const clocks = [
  rule('clock: the latest time is saved at a look', `VALID ${ALL}`, { now: at({ hours: 3 }) }),
  rule('clock: a few minutes are not worth saving', `VALID ${ALL}`, { now: at({ minutes: 4 }) }),
  rule('clock: set back, without a network', `CLOCK ${ALL}`, { now: at({ hours: -1 }), answers: [null] }),
  rule('clock: set back, and the answer has the true time', `VALID ${ALL}`, {
    now: at({ hours: -1 }),
    answers: [allow('file:renewed')],
  }),
  rule('clock: a year ahead, and the answer has the true time', `VALID ${ALL}`, {
    now: at({ days: 365 }),
    answers: [allow('file:renewed')],
  }),
  rule('clock: it once ran ahead, and the answer has the true time', `VALID ${ALL}`, {
    state: { ...running, lastSeen: at({ days: 365 }) },
    answers: [allow('file:renewed')],
  }),
  rule('clock: set back since the last attempt, so the next is due', `VALID ${ALL}`, {
    state: { ...running, attempt: { at: at({ days: 30 }), failures: 0, next: at({ days: 31 }) } },
    answers: [allow('file:renewed')],
  }),
  rule('clock: a stored key activates with a wrong clock', `VALID ${ALL}`, {
    now: at({ days: -300 }),
    state: {},
    event: { do: 'activate', key: LICENSE_KEY, reason: 'stored' },
    answers: [activated('file:renewed')],
  }),
]

const imports = [
  rule('import: valid', 'VALID importedFile lastSeen', { ...carry('file:offline'), state: {} }),
  rule('import: damaged', 'NOT_ACTIVATED', { ...carry('file:damaged'), state: {} }),
  rule('import: over', 'NOT_ACTIVATED', { ...carry('file:offline'), state: {}, now: at({ days: 60 }) }),
  rule('import: named by the list', 'NOT_ACTIVATED revocations', {
    ...carry('file:offline'),
    state: { revocations: 'list:names the license' },
  }),
  rule('import: of the running license, whose last answer is kept', `VALID ${ALL} importedFile`, carry('file:offline')),
  rule(
    'import: of the stored license, whose last answer is over',
    'VALID licenseKey deviceToken updateToken importedFile lastSeen notice',
    {
      ...carry('file:offline'),
      now: at({ days: 15 }),
    },
  ),
  rule('import: of another license, which replaces the running one', 'VALID importedFile lastSeen', {
    ...carry('file:another license, offline'),
  }),
  rule('import: the latest time is kept', 'VALID importedFile lastSeen', {
    ...carry('file:offline'),
    state: { lastSeen: at({ hours: 20 }) },
  }),
  rule('imported: reads only the list', 'VALID importedFile revocations lastSeen', {
    state: offline,
    answers: [{ status: 200, body: 'list:empty' }],
  }),
  rule('imported: the list names the license', 'REVOKED_BY_LIST importedFile revocations lastSeen', {
    state: offline,
    answers: [{ status: 200, body: 'list:names the license' }],
  }),
  rule('imported: no network', 'VALID importedFile lastSeen', { state: offline, answers: [null] }),
  rule('imported: its days are over', 'EXPIRED importedFile lastSeen', {
    state: { ...offline, attempt: planned },
    now: at({ days: 38 }),
  }),
  rule('imported: a valid key is added', `VALID ${ALL} importedFile`, {
    state: offline,
    event: { do: 'activate', key: LICENSE_KEY, reason: 'typed' },
    answers: [activated('file:renewed')],
  }),
]

export const offlineRules = [...states, ...clocks, ...imports]
