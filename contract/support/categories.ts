import * as z from 'zod/mini'
import { Done, IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant, line } from '#contract/text.ts'

export const DEFAULT_COLOR = '#6B7280'

const NAME_REQUIRED = 'Category name is required'

export const NAME_TAKEN = 'A category with this name already exists.'

/** '#6B7280' */
export const Color = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a color like #6B7280'))

export const TicketCategory = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  color: z.string(),
  createdAt: Instant,
  /** Number of tickets; null for customers. */
  ticketCount: z.nullable(z.int32()),
})
export type TicketCategory = z.infer<typeof TicketCategory>

const fields = {
  name: line({ max: 80, message: NAME_REQUIRED }),
  /** Empty or null means none. */
  description: z.optional(z.nullable(line({ min: 0, max: 500 }))),
}

export const NewCategory = z.object({ ...fields, color: z._default(z.optional(Color), DEFAULT_COLOR) })
export type NewCategory = z.infer<typeof NewCategory>

export const CategoryChanges = z.partial(z.object({ ...fields, color: Color }))
export type CategoryChanges = z.infer<typeof CategoryChanges>

const url = '/api/ticket-categories'

export const categories = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in tickets:read' },
    schema: {
      summary: 'List ticket categories by name',
      response: { 200: z.array(TicketCategory), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'staff tickets:write', harmless: 'Sorts tickets' },
    schema: {
      summary: 'Create a category; 409 if the name exists',
      body: NewCategory,
      response: { 201: TicketCategory, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: 'staff tickets:write', harmless: 'Sorts tickets' },
    schema: {
      summary: 'Change the given fields',
      params: IdParams,
      body: CategoryChanges,
      response: { 200: TicketCategory, ...refusals },
    },
  },
  remove: {
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: 'staff tickets:write', harmless: 'Sorts tickets' },
    schema: {
      summary: 'Delete a category; its tickets then have none',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
