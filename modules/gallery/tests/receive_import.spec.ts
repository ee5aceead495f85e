import { PassThrough } from 'node:stream'
import { test } from '@japa/runner'
import { receiveImport } from '../index.ts'

test.group('Receiving an import', () => {
  test('is refused as malformed when the client disconnects', async ({ assert }) => {
    const body = new PassThrough()
    body.write('[{"name":"Mo"},')
    const received = receiveImport(body)
    // Node's error for an aborted request. A lost database connection has the same code.
    body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    const failure = { kind: 'malformed', message: 'The body is incomplete.' }
    assert.deepEqual(await received, { ok: false, failure })
  })
})
