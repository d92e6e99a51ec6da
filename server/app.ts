import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { randomUUID } from 'node:crypto'
import {
  invoiceDraftRoutes,
  invoiceRoutes,
  paymentProofRoutes,
  receivableRoutes,
  reminderRoutes,
  statementRoutes,
  subscriptionRoutes,
} from './billing/public.ts'
import {
  accountRoutes,
  blockedDomainRoutes,
  apiTokenRoutes,
  createCallerReader,
  sessionRoutes,
  teamRoutes,
  userRoutes,
  passkeyRoutes,
  ssoRoutes,
  personalDataRoutes,
  viewingRoutes,
} from './identity/public.ts'
import {
  createTokenStatusReader,
  deviceRoutes,
  diagnosisRoutes,
  enrollmentRoutes,
  licenseFileRoutes,
  assignmentRoutes,
  tagRoutes,
  licenseRequestRoutes,
  licenseRoutes,
} from './licensing/public.ts'
import {
  auditRefusals,
  auditRoutes,
  configRoutes,
  customerNoteRoutes,
  customerRoutes,
  dashboardRoutes,
  developerRoutes,
  jobRoutes,
  organizationRoutes,
  outboxRoutes,
  overviewRoutes,
  searchRoutes,
  signUpRoutes,
  webhookRoutes,
} from './operations/public.ts'
import { guardRoutes } from './platform/http/access.ts'
import { compressReads } from './platform/http/answers/compression.ts'
import { answerInVersion } from './platform/http/api-version.ts'
import { answerError } from './platform/http/error-handler.ts'
import { unknownAddress } from './platform/http/errors.ts'
import { repeatSafely } from './platform/http/idempotency/idempotency.ts'
import { JSON_LIMIT, acceptOnlyJson } from './platform/http/requests/json-bodies.ts'
import { limitBadRequests } from './platform/http/limits/bad-requests.ts'
import { closeConnectionsWhileDraining, type Draining } from './platform/http/requests/draining.ts'
import { lingerOverRefused } from './platform/http/requests/rest-of-body.ts'
import { createProxyCheck } from './platform/http/limits/proxies.ts'
import { followRequests } from './platform/http/requests/request-work.ts'
import { limitTime } from './platform/http/limits/time-limit.ts'
import { TIMEOUTS, cutSlowBodies } from './platform/http/limits/timeouts.ts'
import { FailureLog, logRequests, loggerOptions } from './platform/http/logging.ts'
import { checkRequests, writeResponses } from './platform/http/schemas.ts'
import { refuseForeignHosts, refuseForeignOrigins, secureHeaders } from './platform/http/security.ts'
import { onPool, type Platform } from './platform/platform.ts'
import {
  downloadRoutes,
  fileRoutes,
  packageRoutes,
  publicationRoutes,
  updateRoutes,
  uploadRoutes,
} from './releases/public.ts'
import { healthRoutes } from './start/health.ts'
import type { createMetrics } from './start/metrics/metrics.ts'
import { securityTxt } from './start/security-txt.ts'
import type { Tracing } from './start/tracing/tracing.ts'
import { serveWebApp, type WebApp } from './start/web.ts'
import {
  businessHoursRoutes,
  documentRoutes,
  inboxRoutes,
  liveTicketRoutes,
  supportDeskRoutes,
  teamworkRoutes,
  ticketMessageRoutes,
  ticketRoutes,
} from './support/public.ts'

type Parts = {
  web?: WebApp | undefined
  metrics?: ReturnType<typeof createMetrics>
  draining?: Draining
  tracing?: Tracing | undefined
}

function neverNeeded(): never {
  throw new Error('Schemas are compiled by checkRequests and writeResponses')
}

/** Without these, Fastify loads Ajv. */
const NO_AJV = { buildValidator: neverNeeded, buildSerializer: neverNeeded }

/** Builds the server without listening, as tests use it. */
export async function buildApp(
  platform: Platform,
  { web, metrics, draining = { hasBegun: false }, tracing }: Parts = {},
) {
  const { config } = platform
  const [forDevices, forAccess] = [onPool(platform, 'devices'), onPool(platform, 'access')]
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    logController: new FailureLog(),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy ? createProxyCheck(config.trustProxy) : false,
    bodyLimit: JSON_LIMIT,
    frameworkErrors: answerError,
    connectionTimeout: TIMEOUTS.idle,
    forceCloseConnections: 'idle',
    http: { headersTimeout: TIMEOUTS.headers, requestTimeout: 0, connectionsCheckingInterval: TIMEOUTS.checkEvery },
    schemaController: { compilersFactory: NO_AJV },
    routerOptions: { maxParamLength: 500, caseSensitive: true },
  })

  app.setValidatorCompiler(checkRequests)
  app.setSerializerCompiler(writeResponses)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw unknownAddress()
  })
  acceptOnlyJson(app)

  followRequests(app)
  secureHeaders(app, {
    publicUrl: config.publicUrl,
    scriptHashes: web?.scriptHashes ?? [],
    styleHashes: web?.styleHashes ?? [],
    uploadOrigins: config.s3?.endpoint ? [new URL(config.s3.endpoint).origin] : [],
  })
  refuseForeignHosts(app, config)
  await app.register(cookie)
  logRequests(app)
  tracing?.followRequests(app)
  metrics?.observe(app)
  limitTime(app)
  answerInVersion(app)
  refuseForeignOrigins(app, config)
  limitBadRequests(app)
  guardRoutes(app, createCallerReader(forAccess), config)
  auditRefusals(app, platform)
  cutSlowBodies(app)
  lingerOverRefused(app)
  closeConnectionsWhileDraining(app, draining)
  repeatSafely(app, platform)
  await compressReads(app)

  healthRoutes(app, platform, draining)
  securityTxt(app, config)
  await app.register(configRoutes(platform))
  await app.register(sessionRoutes(forAccess))
  await app.register(passkeyRoutes(forAccess))
  await app.register(ssoRoutes(forAccess))
  await app.register(apiTokenRoutes(platform))
  await app.register(userRoutes(platform))
  await app.register(blockedDomainRoutes(platform))
  await app.register(personalDataRoutes(platform))
  await app.register(viewingRoutes(platform))
  await app.register(signUpRoutes(platform))
  await app.register(organizationRoutes(platform))
  await app.register(customerRoutes(platform))
  await app.register(customerNoteRoutes(platform))
  await app.register(subscriptionRoutes(platform))
  await app.register(invoiceRoutes(platform))
  await app.register(invoiceDraftRoutes(platform))
  await app.register(paymentProofRoutes(platform))
  await app.register(receivableRoutes(platform))
  await app.register(reminderRoutes(platform))
  await app.register(statementRoutes(platform))
  await app.register(uploadRoutes(platform))
  await app.register(licenseRoutes(platform))
  await app.register(assignmentRoutes(platform))
  await app.register(tagRoutes(platform))
  await app.register(diagnosisRoutes(platform))
  await app.register(enrollmentRoutes(platform, forDevices))
  await app.register(deviceRoutes(forDevices))
  await app.register(licenseFileRoutes(forDevices))
  await app.register(updateRoutes(forDevices, createTokenStatusReader(forDevices.pool)))
  await app.register(ticketRoutes(platform))
  await app.register(ticketMessageRoutes(platform))
  await app.register(liveTicketRoutes(platform))
  await app.register(inboxRoutes(platform))
  await app.register(teamworkRoutes(platform))
  await app.register(supportDeskRoutes(platform))
  await app.register(businessHoursRoutes(platform))
  await app.register(dashboardRoutes(platform))
  await app.register(overviewRoutes(platform))
  await app.register(fileRoutes(platform))
  await app.register(packageRoutes(platform))
  await app.register(publicationRoutes(platform))
  await app.register(licenseRequestRoutes(platform))
  await app.register(downloadRoutes(platform))
  await app.register(accountRoutes(platform))
  await app.register(teamRoutes(platform))
  await app.register(auditRoutes(platform))
  await app.register(searchRoutes(platform))
  await app.register(documentRoutes(platform))
  await app.register(outboxRoutes(platform))
  await app.register(jobRoutes(platform))
  await app.register(webhookRoutes(platform))
  await app.register(developerRoutes(platform, web?.page))
  await app.register((pages) => serveWebApp(pages, web, config))
  return app
}
