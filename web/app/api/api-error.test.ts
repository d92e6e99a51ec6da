import { expect, test } from 'vitest'
import { ApiError, serverMessage } from './api-error.ts'

test('the message is the status code, a colon, a space and the raw body [R-ERR-01]', () => {
  expect(new ApiError(409, '{"message":"Taken"}').message).toBe('409: {"message":"Taken"}')
  expect(new ApiError(502, 'Bad Gateway').message).toBe('502: Bad Gateway')
})

test('serverMessage is the server’s sentence, not its JSON [R-ERR-04]', () => {
  expect(serverMessage(new ApiError(409, '{"message":"Taken"}'))).toBe('Taken')
})

test('serverMessage is undefined without a sentence from the server, so the fallback shows', () => {
  expect(serverMessage(new ApiError(502, '<html>Bad Gateway</html>'))).toBeUndefined()
  expect(serverMessage(new ApiError(500, '{"error":"x"}'))).toBeUndefined()
  expect(serverMessage(new TypeError('Failed to fetch'))).toBeUndefined()
})

test('names the fields that failed validation', () => {
  const error = new ApiError(400, '{"message":"Invalid","errors":{"email":"Invalid email address"}}')
  expect(error.errors).toEqual({ email: 'Invalid email address' })
})
