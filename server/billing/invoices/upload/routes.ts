import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler, type FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { InvoiceFacts, invoices, type InvoiceUpload } from '#contract/billing/invoices.ts'
import { MAX_SIZE } from '#contract/releases/uploads.ts'
import { outsideOfWork } from '#server/database/transactions/work.ts'
import { actorOf } from '#server/platform/actor.ts'
import { userOf } from '#server/platform/http/access.ts'
import { atField } from '#server/platform/http/errors.ts'
import { SentFile, readForm, takeForms, type Form } from '#server/platform/http/requests/form.ts'
import type { Platform } from '#server/platform/platform.ts'
import { contentOf } from '#server/platform/storage/kinds/content.ts'
import { tooLarge } from '#server/platform/storage/measure.ts'
import { uploadInvoice } from './upload.ts'

/** A separate plugin scope: all other routes accept only JSON. */
export const invoiceUploadRoute =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    await takeForms(app, MAX_SIZE.invoice)
    app.setValidatorCompiler(compileForBoth)
    app.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = await readInvoiceForm(request)
    })
    app.route({
      ...invoices.upload,
      config: { ...invoices.upload.config, takesFiles: true },
      handler: async (request, reply) => {
        const { body } = request
        const pdf = await findPdf(platform, userOf(request).id, body)
        return reply.code(201).send(await uploadInvoice(platform, actorOf(request), body, pdf))
      },
    })
  }

/** Marks a parsed form, which no JSON body can imitate. */
class InvoiceForm {
  pdf: SentFile | null
  constructor({ fields, file }: Form) {
    Object.assign(this, fields)
    this.pdf = file
  }
}

const FormBody = z.extend(InvoiceFacts, { pdf: z.nullable(z.instanceof(SentFile)) })
type FormBody = z.infer<typeof FormBody>

const readInvoiceForm = async (request: FastifyRequest) =>
  new InvoiceForm(await readForm(request, () => tooLarge(contentOf('invoice'))))

/** A JSON body names an uploaded PDF; a form contains the file or none. */
const compileForBoth: FastifySchemaCompiler<z.core.$ZodType> = (route) => {
  const validateJson = validatorCompiler(route)
  const validateForm = validatorCompiler({ ...route, schema: FormBody })
  return (data: unknown) => (data instanceof InvoiceForm ? validateForm(data) : validateJson(data))
}

/** Returns the checked PDF of a form or upload. Null for a form without a file. */
async function findPdf({ objects }: Platform, userId: string, body: InvoiceUpload | FormBody) {
  if (!('pdf' in body)) {
    return objects.check({ url: body.pdfUrl, userId, purpose: 'invoice' }).catch(atField('pdfUrl'))
  }
  const { pdf } = body
  // Stored outside the transaction, before anything is locked. An unclaimed file is deleted later.
  const store = (bytes: Buffer) => outsideOfWork(() => objects.store({ userId, purpose: 'invoice' }, bytes))
  return pdf && store(pdf.bytes).catch(atField(pdf.name))
}
