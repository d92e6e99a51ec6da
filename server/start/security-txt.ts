import type { FastifyInstance } from 'fastify'
import { DAY } from '#contract/dates.ts'
import type { Config } from '#server/platform/config.ts'
import { PUBLIC_HIDDEN } from '#server/platform/http/access.ts'

/** RFC 9116 recommends less than a year. The answer is made for each request, so it never expires. */
const DAYS = 180

/** The whole day, so that a reader who asks twice gets the same text. */
const expiryOf = (now: number) => new Date(Math.floor(now / DAY) * DAY + DAYS * DAY).toISOString()

/** Says where to report security flaws (RFC 9116). */
export function securityTxt(app: FastifyInstance, { securityContact, publicUrl }: Config, clock = Date.now) {
  app.get('/.well-known/security.txt', PUBLIC_HIDDEN, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${securityContact}`,
          `Expires: ${expiryOf(clock())}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      ),
  )
}
