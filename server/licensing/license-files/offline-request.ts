import { NOT_A_REQUEST, OfflineRequestContent } from '#contract/licensing/license-files.ts'
import { readArmour } from '#server/licensing/signing/armour.ts'
import { badRequest } from '#server/platform/http/errors.ts'

/** What a machine without internet asks, however its text was carried: as the file, or what is inside of it. */
export function readRequest(text: string): OfflineRequestContent {
  const { data } = OfflineRequestContent.safeParse(readArmour('LICENSE REQUEST', text))
  if (!data) throw badRequest(NOT_A_REQUEST, { request: NOT_A_REQUEST })
  return data
}
