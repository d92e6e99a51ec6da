import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { statements, type StatementFile } from '#contract/billing/statements.ts'
import { userOf } from '#server/platform/http/access.ts'
import { sendCsv } from '#server/platform/http/answers/csv.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sendObject } from '#server/platform/storage/send.ts'
import { readStatement, type StatementRequest } from './actions.ts'
import { fileNameOf, readStatementDocument, exportColumns, exportStatement } from './export.ts'

export const statementRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    const { reports } = platform
    const ofOwn = (request: FastifyRequest) => userOf(request).organizationId

    app.route({
      ...statements.read,
      handler: (request) => readStatement(reports, { ...request.query, organizationId: ofOwn(request) }),
    })

    app.route({
      ...statements.readOf,
      handler: (request) => readStatement(reports, { ...request.query, organizationId: request.params.id }),
    })

    app.route({
      ...statements.download,
      handler: (request, reply) => sendFile(request, reply, { ...request.query, organizationId: ofOwn(request) }),
    })

    app.route({
      ...statements.downloadOf,
      handler: (request, reply) => sendFile(request, reply, { ...request.query, organizationId: request.params.id }),
    })

    async function sendFile(
      request: FastifyRequest,
      reply: FastifyReply,
      asked: StatementRequest & Pick<StatementFile, 'format'>,
    ) {
      if (asked.format === 'csv') {
        const { holder, rows } = await exportStatement(reports, asked)
        return sendCsv(reply, { fileName: fileNameOf(holder, asked, 'csv'), columns: exportColumns, rows })
      }
      const { files, download } = await readStatementDocument(platform, userOf(request), asked)
      return sendObject(files, request, reply, download)
    }
  }
