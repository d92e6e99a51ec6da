import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiDocument } from '#server/operations/developers/document/document.ts'
import type { Answer } from '#server/operations/developers/document/operation.ts'
import { pathOf } from '#server/operations/developers/document/operations.ts'
import { app } from '#server/testing/testing.ts'

export const documentText = (await app.inject({ url: '/developers/openapi.json' })).body
export const document = JSON.parse(documentText) as ApiDocument

/** The described answers of an endpoint by status. */
export const describedAnswers = ({ method, url }: Endpoint): Record<string, Answer> =>
  document.paths[pathOf(url)]![method.toLowerCase()]!.responses
