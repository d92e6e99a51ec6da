import type { JsonSchema } from './schemas.ts'

export type Parameter = { $ref: string } | { name: string; in: string; required: boolean; schema: JsonSchema }
type Content = Record<string, { schema: JsonSchema; example?: unknown }>
export type Answer = { $ref: string } | { description: string; headers?: object; content?: Content }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer>
}
