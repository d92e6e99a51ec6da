import { openBody, sealedBody } from '#server/platform/mail/mail-store.ts'
import type { Platform } from '#server/platform/platform.ts'
import { SEALED, readSealed, replaceSealed, selectStaleMails, updateMailBody, type Place } from './queries.ts'

type Sealing = Pick<Platform, 'db' | 'seal'>

export async function sealStored({ db, seal }: Sealing) {
  if (!seal.isOn) return
  for (const place of SEALED) await sealColumn({ db, seal }, place)
  await sealMails({ db, seal })
}

async function sealColumn({ db, seal }: Sealing, place: Place) {
  for (const { key, value } of await readSealed(db, place))
    if (!seal.isCurrent(value)) await replaceSealed(db, place, key, [value, seal.seal(seal.open(value))])
}

/** The outbox is large, so encrypted emails are skipped. */
async function sealMails({ db, seal }: Sealing) {
  for (let last = NO_ID; ;) {
    const rows = await selectStaleMails(db, seal.keyId ?? null, last)
    for (const { id, ...body } of rows)
      await updateMailBody(db, { id, ...body }, sealedBody(seal, openBody(seal, body)))
    const newest = rows.at(-1)
    if (!newest) return
    last = newest.id
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'
