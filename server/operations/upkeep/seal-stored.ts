import { attemptEach } from '#server/platform/jobs/attempt-each.ts'
import { openBody, sealedBody } from '#server/platform/mail/mail-store.ts'
import type { Platform } from '#server/platform/platform.ts'
import { SEALED, readSealed, replaceSealed, selectStaleMails, updateMailBody, type Place } from './queries.ts'

type Sealing = Pick<Platform, 'db' | 'seal'>

const OTHER_SECRET = 'This server has another SEALING_SECRET than the one that started the job.'

/** Job: encrypts with the current secret, which has the id `keyId` if given. A value that can't be opened doesn't stop the others, and the error names it. */
export async function sealStored({ db, seal }: Sealing, keyId: string | null = null) {
  if (keyId !== null && keyId !== seal.keyId) throw new Error(OTHER_SECRET)
  if (!seal.isOn) return
  const columns = SEALED.map((place) => () => sealColumn({ db, seal }, place))
  await attemptEach([...columns, () => sealMails({ db, seal })], (work) => work())
}

const sealColumn = async ({ db, seal }: Sealing, place: Place) =>
  attemptEach(await readSealed(db, place), async ({ key, value }) => {
    if (seal.isCurrent(value)) return
    const opened = named(`${place.table}.${place.column} of ${key}`, () => seal.open(value))
    await replaceSealed(db, place, key, [value, seal.seal(opened)])
  })

const sealMails = ({ db, seal }: Sealing) =>
  attemptEach(staleMails({ db, seal }), async ({ id, ...body }) => {
    const opened = named(`emails.text of ${id}`, () => openBody(seal, body))
    await updateMailBody(db, { id, ...body }, sealedBody(seal, opened))
  })

/** The outbox is large, so encrypted emails are skipped. */
async function* staleMails({ db, seal }: Sealing) {
  for (let last = NO_ID; ;) {
    const rows = await selectStaleMails(db, seal.keyId ?? null, last)
    yield* rows
    const newest = rows.at(-1)
    if (!newest) return
    last = newest.id
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

function named<Opened>(name: string, open: () => Opened) {
  try {
    return open()
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
  }
}
