import type { Call } from '#modules/kernel/calls'
import { expect, test, vi } from 'vitest'
import { callServer } from './api_client.ts'
import { ApiError, sentenceOf } from './api_error.ts'

const get: Call<object> = 'GET /api/x'
const post: Call<object, { body: object }> = 'POST /api/x'

function respondWith(body: string | null, init: ResponseInit) {
  const fake = vi.fn(async () => new Response(body, init))
  vi.stubGlobal('fetch', fake)
  return fake
}

test('sends a body as JSON with its content type, and none without a body', async () => {
  const fake = respondWith('{}', { status: 200 })
  await callServer(post, { body: { a: 1 } })
  await callServer(get)
  expect(fake.mock.calls[0]).toMatchObject(['/api/x', { method: 'POST', body: '{"a":1}', credentials: 'same-origin' }])
  expect(new Headers((fake.mock.calls[0] as unknown as [string, RequestInit])[1].headers).get('Content-Type')).toBe(
    'application/json'
  )
  const second = (fake.mock.calls[1] as unknown as [string, RequestInit])[1]
  expect(second.body).toBeUndefined()
  expect(new Headers(second.headers).has('Content-Type')).toBe(false)
})

test('throws the status and the body, with the sentence of the server', async () => {
  respondWith('{"message":"Too short.","code":"validation"}', { status: 422 })
  const error = await callServer(get).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: '422: {"message":"Too short.","code":"validation"}',
    status: 422,
    code: 'validation',
    sentence: 'Too short.',
  })
  expect(sentenceOf(error, 'Fallback')).toBe('Too short.')
})

test('throws the status text when the body is empty, and toasts use the fallback', async () => {
  respondWith('', { status: 502, statusText: 'Bad Gateway' })
  const error = await callServer(get).catch((error: unknown) => error)
  expect(error).toMatchObject({ message: '502: Bad Gateway' })
  expect(sentenceOf(error, 'Failed to send message')).toBe('Failed to send message')
})

test('tells an answer of a proxy by its status instead of blaming the connection', () => {
  const fallback = 'The picture couldn’t be uploaded. Check your connection and try again.'
  const told = (status: number) => sentenceOf(new ApiError(status, '', '<html>nginx</html>'), fallback)
  expect(told(413)).toBe('The picture couldn’t be uploaded. The server says that it is too large.')
  expect(told(502)).toBe('The picture couldn’t be uploaded. The server can’t answer right now. Try again in a moment.')
  expect(told(403)).toBe('The picture couldn’t be uploaded. The server refused it (403).')
  expect(sentenceOf(new TypeError('Failed to fetch'), fallback)).toBe(fallback)
})

test('uses the fallback when the body is HTML', async () => {
  respondWith('<h1>Oops</h1>', { status: 500 })
  expect(sentenceOf(await callServer(get).catch((error: unknown) => error), 'Fallback')).toBe('Fallback')
})
