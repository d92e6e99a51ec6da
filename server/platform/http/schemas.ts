import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { wordsOfInput } from './requests/input-words.ts'

z.config({ localeError: wordsOfInput })

type Schema = z.core.$ZodType

function later<Made>(make: () => Made) {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Validates requests. If the compiled schema refuses one, the original schema explains why. */
export const checkRequests: FastifySchemaCompiler<Schema> = ({ schema, ...route }) => {
  const validate = later(() => validatorCompiler({ ...route, schema: z.compile(schema) }))
  return (data: unknown) => validate()(data)
}

/** Validates and writes responses, and drops fields that the contract does not name. */
export const writeResponses: FastifySerializerCompiler<Schema> = ({ schema, method, url }) => {
  const compiled = later(() => z.compile(schema))
  return (data) => {
    // Parsing equals encoding here, because no response has a transform.
    const { data: checked, error } = z.safeParse(compiled(), data)
    if (error) throw new ResponseSerializationError(method, url, { cause: error })
    return JSON.stringify(checked)
  }
}
