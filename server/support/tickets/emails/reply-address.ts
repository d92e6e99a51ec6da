import { createHmac, timingSafeEqual } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Platform } from '#server/platform/platform.ts'
import type { Secret } from '#server/platform/secrets/secrets.ts'
import { findOpened } from './queries.ts'

/** The first line of an email that can be answered, and of its quote in the answer. */
export const ANSWER_ABOVE = 'To answer, write above this line'

type Conversation = { id: string; number: number; userId: string }

const SIGNATURE_BYTES = 16

const LOCAL = /^(.+)\+([1-9]\d{0,8})-([\da-f]{32})$/

/** The address proves that an answer is the customer's: anyone can send an email in their name. */
export function createReplyAddresses(secret: Pick<Secret, 'newest' | 'all'>, address: string) {
  const [name, domain = ''] = address.toLowerCase().split('@')
  const sign = (version: string, { id, userId }: Conversation) =>
    createHmac('sha256', version).update(`${id} ${userId}`).digest().subarray(0, SIGNATURE_BYTES)

  return {
    addressOf: (conversation: Conversation) =>
      `${name}+${conversation.number}-${sign(secret.newest(), conversation).toString('hex')}@${domain}`,

    read: (given: string) => {
      const [local = '', host = ''] = given.toLowerCase().split('@')
      const [, box, number, signature = ''] = LOCAL.exec(local) ?? []
      return box === name && domainToASCII(host) === domainToASCII(domain)
        ? { number: Number(number), signature: Buffer.from(signature, 'hex') }
        : undefined
    },

    isGenuine: (signature: Buffer, conversation: Conversation) =>
      secret.all().some((version) => timingSafeEqual(signature, sign(version, conversation))),
  }
}
export type ReplyAddresses = ReturnType<typeof createReplyAddresses>

export async function openReplyAddresses({ config, secrets }: Pick<Platform, 'config' | 'secrets'>) {
  const { replyAddress } = config
  return replyAddress === undefined
    ? undefined
    : createReplyAddresses(await secrets.open('reply-addresses'), replyAddress)
}

/** Of an email to the customer who opened the ticket. Signed when it is sent, so that the outbox contains no address. */
export async function findReplyAddress(
  platform: Pick<Platform, 'config' | 'db' | 'secrets'>,
  { thread, to }: { thread: string | null; to: string },
) {
  const addresses = await openReplyAddresses(platform)
  const conversation = addresses && thread !== null && (await findOpened(platform.db, thread, to))
  return conversation ? addresses.addressOf(conversation) : undefined
}
