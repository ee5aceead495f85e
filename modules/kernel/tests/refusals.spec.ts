import { test } from '@japa/runner'
import { invalidField, refusal, refusals, retryLater } from '../refusals.ts'

const refuse = refusals({
  unknown: refusal(404, 'not_found', 'There is no such thing.'),
  full: ({ max }: { max: number }) => invalidField('thing', 'max', `At most ${max}.`),
  later: retryLater(503, 'busy', 'Please wait.'),
  slower: retryLater(
    429,
    'too_many',
    ({ retryAfterSeconds }: { retryAfterSeconds: number }) => `In ${retryAfterSeconds} s.`
  ),
  gone: null,
})

const answer = (run: (ctx: never) => void) => {
  const sent: unknown[] = []
  const response = {
    header: (name: string, value: string) => void sent.push({ [name]: value }),
    status: (status: number) => ({ json: (body: unknown) => void sent.push(status, body) }),
  }
  run({ response } as never)
  return sent
}

test.group('Refusals', () => {
  test('answer a failure by its kind', ({ assert }) => {
    const message = 'There is no such thing.'
    assert.deepEqual(
      answer((ctx) => refuse(ctx, 'unknown')),
      [404, { message, code: 'not_found' }]
    )
    assert.deepEqual(
      answer((ctx) => refuse(ctx, { kind: 'unknown' })),
      [404, { message, code: 'not_found' }]
    )
  })

  test('put values of the failure into the response', ({ assert }) => {
    assert.deepEqual(
      answer((ctx) => refuse(ctx, { kind: 'full', max: 3 })),
      [
        422,
        {
          message: 'At most 3.',
          code: 'validation_failed',
          errors: [{ field: 'thing', rule: 'max', message: 'At most 3.' }],
        },
      ]
    )
  })

  test('say when to try again, if that is known', ({ assert }) => {
    const body = { message: 'Please wait.', code: 'busy' }
    assert.deepEqual(
      answer((ctx) => refuse(ctx, { kind: 'later', retryAfterSeconds: 9 })),
      [{ 'Retry-After': '9' }, 503, body]
    )
    assert.deepEqual(
      answer((ctx) => refuse(ctx, { kind: 'later', retryAfterSeconds: null })),
      [503, body]
    )
    assert.deepEqual(
      answer((ctx) => refuse(ctx, { kind: 'slower', retryAfterSeconds: 7 })),
      [{ 'Retry-After': '7' }, 429, { message: 'In 7 s.', code: 'too_many' }]
    )
  })

  test('send nothing after the client has disconnected', ({ assert }) => {
    assert.deepEqual(
      answer((ctx) => refuse(ctx, 'gone')),
      []
    )
  })

  test('need every kind in the table', () => {
    // @ts-expect-error The table has no such kind.
    void (() => refuse({} as never, 'other'))
    // @ts-expect-error The response needs the value.
    void (() => refuse({} as never, { kind: 'full' }))
  })
})
