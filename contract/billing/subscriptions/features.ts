import * as z from 'zod/mini'

/** Per subscription. */
export const FEATURES_MAX = 50
export const TOO_MANY_FEATURES = `A subscription can have at most ${FEATURES_MAX} features`

const LENGTH_MAX = 40
const RULE = `up to ${LENGTH_MAX} lower-case letters, digits and hyphens, such as cad-export`

/** Names that the application asks for. Sorted, each once. */
export const Features = z.pipe(
  z
    .array(
      z.string(`A feature is ${RULE}`).check(
        z.trim(),
        z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
          error: ({ input }) => `“${shortened(String(input))}” isn’t a feature: use ${RULE}`,
        }),
      ),
    )
    .check(z.maxLength(FEATURES_MAX, TOO_MANY_FEATURES)),
  z.transform((features) => [...new Set(features)].toSorted()),
)

const shortened = (text: string) => (text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text)

/** `count`: subscriptions that have it. */
export const FeatureCount = z.object({ feature: z.string(), count: z.int32() })
export type FeatureCount = z.infer<typeof FeatureCount>
