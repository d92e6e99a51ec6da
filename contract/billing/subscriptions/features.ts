import * as z from 'zod/mini'

/** Per subscription. */
export const FEATURES_MAX = 50
export const TOO_MANY_FEATURES = `A subscription can have at most ${FEATURES_MAX} features`

const RULE = 'Use up to 40 lowercase letters, digits and hyphens, such as cad-export. It starts with a letter or digit'
/** Names the one that is wrong in a long list. */
const invalidName = { error: ({ input }: { input?: string }) => `“${input?.slice(0, 41)}” can’t be a feature. ${RULE}` }

/** Names that the application asks for. Sorted, each once. */
export const Features = z.pipe(
  z
    .array(z.string(RULE).check(z.trim(), z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, invalidName)))
    .check(z.maxLength(FEATURES_MAX, TOO_MANY_FEATURES)),
  z.transform((features) => [...new Set(features)].toSorted()),
)

/** `count`: subscriptions that have it. */
export const FeatureCount = z.object({ feature: z.string(), count: z.int32() })
export type FeatureCount = z.infer<typeof FeatureCount>
