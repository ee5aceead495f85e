import { PassThrough } from 'node:stream'
import { test } from '@japa/runner'
import { receiveImport } from '../index.ts'

test.group('Receiving an import', () => {
  test('is refused when its sender hangs up in the middle, and is no fault of ours', async ({ assert }) => {
    const body = new PassThrough()
    body.write('[{"name":"Mo"},')
    const received = receiveImport(body)
    // As Node says it of a request; the code is also that of a database that went away.
    body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    const failure = { kind: 'malformed', message: 'The body ended before its end.' }
    assert.deepEqual(await received, { ok: false, failure })
  })
})
