import * as z from 'zod/mini'
import { Done, IdParams, IfMatch, refusals, type Endpoint } from '#contract/endpoint.ts'
import type { User } from '#contract/identity/session.ts'
import { pageQuery } from '#contract/lists.ts'
import { isAdmin } from '#contract/roles.ts'
import { Instant, paragraph } from '#contract/text.ts'

export const NOTE_MAX = 5000

export const NoteDraft = z.object({ text: paragraph({ max: NOTE_MAX, message: 'Write a note' }) })

export type NoteDraft = z.infer<typeof NoteDraft>

/** Written by staff about an organization. Its people never see it. */
export const CustomerNote = z.object({
  id: z.uuid(),
  text: z.string(),
  authorId: z.uuid(),
  authorName: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type CustomerNote = z.infer<typeof CustomerNote>

/** Admins may tidy up; others change only their own. */
export const canChangeNote = ({ authorId }: Pick<CustomerNote, 'authorId'>, { id, role }: Pick<User, 'id' | 'role'>) =>
  authorId === id || isAdmin(role)

export const ONLY_OWN_NOTES = 'Only its author and admins can change a note.'

const NoteParams = z.extend(IdParams, { noteId: z.uuid() })

const url = '/api/customers/:id/notes'

export const customerNotes = {
  list: {
    method: 'GET',
    url,
    config: { access: 'staff customers:read' },
    schema: {
      summary: 'List the internal notes about an organization, newest first',
      params: IdParams,
      querystring: pageQuery,
      response: { 200: z.array(CustomerNote), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'staff customers:write', harmless: 'Only staff can see it' },
    schema: {
      summary: 'Write an internal note about an organization',
      params: IdParams,
      body: NoteDraft,
      response: { 201: CustomerNote, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:noteId`,
    config: { access: 'staff customers:write', harmless: 'Only staff can see it' },
    schema: {
      summary: 'Change an internal note, as its author or an admin. If-Match refuses to overwrite a newer change',
      params: NoteParams,
      headers: IfMatch,
      body: NoteDraft,
      response: { 200: CustomerNote, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url: `${url}/:noteId`,
    config: { access: 'staff customers:write', harmless: 'Only staff can see it' },
    schema: {
      summary: 'Delete an internal note, as its author or an admin',
      params: NoteParams,
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
