import cookie from '@fastify/cookie'
import Fastify, { LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { fileRoutes } from './features/files/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { licenseRequestRoutes } from './features/license-requests/routes.ts'
import { downloadRoutes } from './features/downloads/routes.ts'
import { accountRoutes } from './features/account/routes.ts'
import { teamRoutes } from './features/team/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { reminderRoutes } from './features/billing-mails/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { configRoutes } from './features/config/routes.ts'
import { deviceRoutes } from './features/devices/routes.ts'
import { diagnosisRoutes } from './features/diagnosis/routes.ts'
import { enrollmentRoutes } from './features/enrollment/routes.ts'
import { invoiceRoutes } from './features/invoices/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { licenseFileRoutes } from './features/license-files/routes.ts'
import { licenseRoutes } from './features/licenses/routes.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { outboxRoutes } from './features/outbox/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { createSessionReader } from './features/session/sessions.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { supportDeskRoutes } from './features/support-desk/routes.ts'
import { liveTicketRoutes } from './features/tickets/live-routes.ts'
import { ticketRoutes } from './features/tickets/routes.ts'
import { ticketMessageRoutes } from './features/tickets/message-routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { updateRoutes } from './features/updates/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { guardRoutes } from './platform/access.ts'
import { limitBadRequests } from './platform/bad-requests.ts'
import { closeConnectionsWhileDraining, type Draining } from './platform/draining.ts'
import { answerError } from './platform/error-handler.ts'
import { unknownAddress } from './platform/errors.ts'
import { healthRoutes } from './platform/health.ts'
import { refuseForeignHosts } from './platform/hosts.ts'
import { repeatSafely } from './platform/idempotency.ts'
import { JSON_LIMIT, acceptOnlyJson } from './platform/json-bodies.ts'
import { logRequests, loggerOptions } from './platform/logging.ts'
import type { createMetrics } from './platform/metrics.ts'
import { onPool, type Platform } from './platform/platform.ts'
import { describeApi } from './platform/reference.ts'
import { followRequests } from './platform/request-work.ts'
import { checkRequests, writeResponses } from './platform/schemas.ts'
import { refuseForeignOrigins, secureHeaders } from './platform/security.ts'
import { limitTime } from './platform/time-limit.ts'
import { TIMEOUTS, closeConnectionsOnStop, cutSlowBodies } from './platform/timeouts.ts'
import { serveWebApp, type WebApp } from './web.ts'

type Parts = { web?: WebApp | undefined; metrics?: ReturnType<typeof createMetrics>; draining?: Draining }

/** What the portal is, without listening: tests call it as it is. */
export async function buildApp(platform: Platform, { web, metrics, draining = { hasBegun: false } }: Parts = {}) {
  const { config } = platform
  const [forDevices, forAccess] = [onPool(platform, 'devices'), onPool(platform, 'access')]
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    bodyLimit: JSON_LIMIT,
    frameworkErrors: answerError,
    connectionTimeout: TIMEOUTS.idle,
    forceCloseConnections: 'idle',
    http: { headersTimeout: TIMEOUTS.headers, requestTimeout: 0, connectionsCheckingInterval: TIMEOUTS.checkEvery },
    routerOptions: { maxParamLength: 500, caseSensitive: true },
  })

  app.setValidatorCompiler(checkRequests)
  app.setSerializerCompiler(writeResponses)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw unknownAddress()
  })
  acceptOnlyJson(app)

  secureHeaders(app, {
    publicUrl: config.publicUrl,
    scriptHashes: web?.scriptHashes ?? [],
    styleHashes: web?.styleHashes ?? [],
    uploadOrigins: config.s3?.endpoint ? [new URL(config.s3.endpoint).origin] : [],
  })
  refuseForeignHosts(app, config)
  await app.register(cookie)
  logRequests(app)
  metrics?.observe(app)
  followRequests(app)
  limitTime(app)
  refuseForeignOrigins(app, config)
  limitBadRequests(app)
  guardRoutes(app, createSessionReader(forAccess), config)
  cutSlowBodies(app)
  closeConnectionsOnStop(app)
  closeConnectionsWhileDraining(app, draining)
  repeatSafely(app, platform)
  await describeApi(app, config.productName)

  healthRoutes(app, platform, draining)
  await app.register(configRoutes(platform))
  await app.register(sessionRoutes(forAccess))
  await app.register(userRoutes(platform))
  await app.register(organizationRoutes(platform))
  await app.register(subscriptionRoutes(platform))
  await app.register(invoiceRoutes(platform))
  await app.register(reminderRoutes(platform))
  await app.register(statementRoutes(platform))
  await app.register(uploadRoutes(platform))
  await app.register(licenseRoutes(platform))
  await app.register(diagnosisRoutes(platform))
  await app.register(enrollmentRoutes(platform, forDevices))
  await app.register(deviceRoutes(forDevices))
  await app.register(licenseFileRoutes(forDevices))
  await app.register(updateRoutes(forDevices))
  await app.register(ticketRoutes(platform))
  await app.register(ticketMessageRoutes(platform))
  await app.register(liveTicketRoutes(platform))
  await app.register(supportDeskRoutes(platform))
  await app.register(dashboardRoutes(platform))
  await app.register(overviewRoutes(platform))
  await app.register(fileRoutes(platform))
  await app.register(licenseRequestRoutes(platform))
  await app.register(downloadRoutes(platform))
  await app.register(accountRoutes(platform))
  await app.register(teamRoutes(platform))
  await app.register(auditRoutes(platform))
  await app.register(searchRoutes(platform))
  await app.register(documentRoutes(platform))
  await app.register(outboxRoutes(platform))
  await app.register(jobRoutes(platform))
  await app.register((pages) => serveWebApp(pages, web))
  return app
}
