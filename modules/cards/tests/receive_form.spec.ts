import type { HttpContext } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { receiveFiles, receiveForm } from '../src/http/receive_files.ts'

test.group('A form whose client has left before it is read', () => {
  test('is not waited for, because its stream never ends', async ({ assert }) => {
    const ctx = {
      request: {
        request: { destroyed: true, complete: false },
        multipart: { onFile() {}, process: () => new Promise(() => {}) },
      },
    } as unknown as HttpContext
    const limits = { fileBytesMax: 1, requestBytesMax: 1, filesMax: 1 }
    const gone = { ok: false, failure: { kind: 'gone' } }
    assert.deepEqual(await receiveForm(ctx, { folder: '/tmp', bytesMax: 1 }), gone as never)
    assert.deepEqual(await receiveFiles(ctx, { folder: '/tmp', ...limits }), gone as never)
  })
})
