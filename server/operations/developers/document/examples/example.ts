/** A body that the call accepts, and its answer. */
export type Example = { body?: object; answer?: unknown }

export type Examples = Record<string, Example>

/** The customer in all examples. */
export const HANOVER = {
  organizationId: '0198c0de-2222-7000-8000-000000000001',
  organizationName: 'Hanover Dental',
}

export const LERATO = { id: '0198c0de-3333-7000-8000-000000000001', name: 'Lerato Dlamini' }
export const SIPHO = { id: '0198c0de-3333-7000-8000-000000000002', name: 'Sipho Molefe' }
