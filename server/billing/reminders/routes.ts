import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { reminders } from '#contract/billing/reminders.ts'
import { actorOf } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readReminders, sendReminder } from './by-hand.ts'
import { previewReminders, sendReminders } from './in-bulk.ts'

export const reminderRoutes =
  (platform: Platform): FastifyPluginAsyncZod =>
  async (app) => {
    app.route({ ...reminders.read, handler: (request) => readReminders(platform.db, request.params.id) })

    app.route({ ...reminders.send, handler: (request) => sendReminder(platform, actorOf(request), request.params.id) })

    app.route({ ...reminders.previewAll, handler: (request) => previewReminders(platform.db, request.query) })

    app.route({
      ...reminders.sendAll,
      handler: (request) => sendReminders(platform, actorOf(request), request.body.ids),
    })
  }
