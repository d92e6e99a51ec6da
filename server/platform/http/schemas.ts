import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Made when it is first asked for: compiling hundreds of schemas would delay the start, and most are needed rarely. */
function later<Made>(make: () => Made) {
  let made: Made | undefined
  return () => (made ??= make())
}

/** Checks what a caller sends. What the compiled schema refuses is asked of the schema itself, which says why. */
export const checkRequests: FastifySchemaCompiler<Schema> = ({ schema, ...route }) => {
  const validate = later(() => validatorCompiler({ ...route, schema: z.compile(schema) }))
  return (data: unknown) => validate()(data)
}

/** Writes what leaves: checked, and without anything that the contract does not name. */
export const writeResponses: FastifySerializerCompiler<Schema> = ({ schema, method, url }) => {
  const compiled = later(() => z.compile(schema))
  return (data) => {
    // Reading equals writing here, and is what can be compiled: no response has a transform.
    const { data: checked, error } = z.safeParse(compiled(), data)
    if (error) throw new ResponseSerializationError(method, url, { cause: error })
    return JSON.stringify(checked)
  }
}
