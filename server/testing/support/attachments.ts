import type { FastifyInstance } from 'fastify'
import { uploads, type UploadPurpose } from '#contract/releases/uploads.ts'
import { attachments } from '#contract/support/attachments.ts'
import { messages, type TicketMessage } from '#contract/support/messages.ts'
import { app, type Person } from '#server/testing/testing.ts'

/** Bodies of files are streamed: for them the portal listens. */
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

type Upload = { fileName: string; bytes: Buffer; purpose?: UploadPurpose }

/** Asks for a place and sends the bytes there. Answers what the last call did, and the file as a message names it. */
export async function upload(person: Person, { fileName, bytes, purpose = 'attachment' }: Upload) {
  const { status, body, message } = await person.call(uploads.request, { body: { fileName, purpose } })
  if (status !== 200) return { status, message, given: { url: 'none', fileName } }
  const { pathname, search } = new URL(body.uploadURL)
  const sent = await fetch(`${origin}${pathname}${search}`, {
    method: 'PUT',
    headers: { 'content-type': body.contentType },
    body: new Uint8Array(bytes),
  })
  const answer = (await sent.json()) as { message: string }
  return { status: sent.status, message: answer.message, given: { url: body.uploadURL, fileName } }
}

export const say = (person: Person, ticket: object, body: object = {}) =>
  person.call(messages.create, { params: ticket, body: { message: 'Please see the file.', ...body } })

/** A message with these files, as its author sees it. */
export async function sayWith(person: Person, ticket: object, files: Upload[], body: object = {}) {
  const given = []
  for (const file of files) given.push((await upload(person, file)).given)
  return say(person, ticket, { ...body, attachments: given })
}

export const pathOf = ({ id }: { id: string }, { attachments: [file] }: Pick<TicketMessage, 'attachments'>) =>
  attachments.file.url.replace(':id', id).replace(':attachmentId', file?.id ?? '')

/** The file as it leaves the portal, byte by byte. */
export const fetchFile = (
  { cookie = '' }: { cookie?: string | undefined },
  url: string,
  headers: Record<string, string> = {},
  portal: FastifyInstance = app,
) => portal.inject({ url, headers: { cookie, ...headers } })
