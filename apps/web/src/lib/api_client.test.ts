import { expect, test, vi } from 'vitest'
import { getJson, send, sendJson } from './api_client.ts'
import { ApiError, sentenceOf } from './api_error.ts'

function answerWith(body: string | null, init: ResponseInit) {
  const fake = vi.fn(async () => new Response(body, init))
  vi.stubGlobal('fetch', fake)
  return fake
}

test('a body is sent as JSON, with its content type, only when there is one', async () => {
  const fake = answerWith('{}', { status: 200 })
  await sendJson('POST', '/api/x', { a: 1 })
  await getJson('/api/x')
  expect(fake.mock.calls[0]).toMatchObject(['/api/x', { body: '{"a":1}', credentials: 'same-origin' }])
  expect(new Headers((fake.mock.calls[0] as unknown as [string, RequestInit])[1].headers).get('Content-Type')).toBe(
    'application/json'
  )
  const second = (fake.mock.calls[1] as unknown as [string, RequestInit])[1]
  expect(second.body).toBeUndefined()
  expect(new Headers(second.headers).has('Content-Type')).toBe(false)
})

test('a failure is the status and the body, and keeps the sentence for a person', async () => {
  answerWith('{"message":"Too short.","code":"validation"}', { status: 422 })
  const error = await send('GET', '/api/x').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: '422: {"message":"Too short.","code":"validation"}',
    status: 422,
    code: 'validation',
    sentence: 'Too short.',
  })
  expect(sentenceOf(error, 'Fallback')).toBe('Too short.')
})

test('a failure without a body is the status and its text, and toasts show the fallback', async () => {
  answerWith('', { status: 502, statusText: 'Bad Gateway' })
  const error = await send('GET', '/api/x').catch((error: unknown) => error)
  expect(error).toMatchObject({ message: '502: Bad Gateway' })
  expect(sentenceOf(error, 'Failed to send message')).toBe('Failed to send message')
})

test('a failure that is a page of HTML shows the fallback', async () => {
  answerWith('<h1>Oops</h1>', { status: 500 })
  expect(sentenceOf(await send('GET', '/x').catch((error: unknown) => error), 'Fallback')).toBe('Fallback')
})
