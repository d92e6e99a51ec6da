import * as z from 'zod/mini'
import { IdParams, refusals, type Endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/text.ts'
import { Attachment, GivenAttachment } from '#contract/support/attachments.ts'

/** Per invoice. */
export const MAX_PROOFS = 5

export const PROOF_TYPES = ['application/pdf', 'image/png', 'image/jpeg']

/** Value of a file field's `accept`. */
export const PROOF_ENDINGS = '.pdf,.png,.jpg,.jpeg'

/** The type is detected from the content. */
export const isProofType = (type: string) => PROOF_TYPES.includes(type)

export const WRONG_PROOF = 'Send the proof of payment as a PDF, PNG or JPEG file.'
export const PROOF_NOT_NEEDED = 'This invoice has no outstanding balance, so it needs no proof of payment.'
export const TOO_MANY_PROOFS = `An invoice can have at most ${MAX_PROOFS} proofs of payment.`
export const ONLY_CUSTOMERS_PROVE = 'Only users of the invoiced organization can send a proof of payment.'

/** A bank's confirmation that the customer has sent for an invoice. */
export const PaymentProof = z.extend(Attachment, {
  /** Full name. */
  sentBy: z.string(),
  createdAt: Instant,
})
export type PaymentProof = z.infer<typeof PaymentProof>

const url = '/api/invoices/:id/payment-proofs'

export const paymentProofs = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in invoices:read' },
    schema: {
      summary: 'List the proofs of payment of an invoice of the organization, newest first; admins see all',
      params: IdParams,
      response: { 200: z.array(PaymentProof), ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'signed-in invoices:write', consequence: 'email' },
    schema: {
      summary: 'Send a proof of payment, uploaded for the purpose attachment. Sales gets an email',
      params: IdParams,
      body: GivenAttachment,
      response: { 201: z.array(PaymentProof), ...refusals },
    },
  },
  file: {
    method: 'GET',
    url: `${url}/:proofId`,
    config: { access: 'signed-in invoices:read', serves: 'file' },
    schema: {
      summary: 'Download a proof of payment, or show an image with view=1',
      params: z.extend(IdParams, { proofId: z.uuid() }),
      querystring: z.object({ view: z.optional(z.literal('1')) }),
      response: { ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
