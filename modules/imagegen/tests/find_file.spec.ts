import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { dice, seedOfRun } from '#tests/support/dice'
import { boundaryOf, findFile } from '../src/reading/find_file.ts'
import { formOf } from './support.ts'

const boundary = 'parts-of-a-form'

test.group('Finding the file in a form', () => {
  test('returns its exact bytes', ({ assert }) => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('\r\n'),
      Buffer.from('--\r\n--'),
      Buffer.from(`\r\n--parts-of-a-for\r\n\r\n`),
      ...Array.from({ length: 50 }, (_, n) => randomBytes(n * 17)),
    ]) {
      const around = { name: 'note', fileName: null, bytes: 'two\r\n\r\nlines' }
      const found = findFile(formOf([around, { bytes }, around]), boundary)
      assert.isTrue(found.ok)
      if (found.ok) assert.deepEqual(found.value, bytes)
    }
  })

  test('fails for a form truncated at any position', ({ assert }) => {
    const form = formOf([{ name: 'note', fileName: null, bytes: 'hello' }, { bytes: randomBytes(300) }])
    // The final line break is optional.
    for (let end = 0; end < form.length - 2; end++)
      assert.isFalse(findFile(form.subarray(0, end), boundary).ok, `${end}`)
    assert.isTrue(findFile(form, boundary).ok)
  })

  test('never hangs or throws for arbitrary input', ({ assert }) => {
    const words = [
      `--${boundary}`,
      '\r\n',
      '--',
      'Content-Disposition: form-data',
      '; name="file"',
      '; filename="',
      '"',
      ':',
    ]
    const next = dice(seedOfRun())
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from({ length: round % 40 }, () => words[Math.floor(next() * words.length)]).join('')
      findFile(Buffer.from(text), boundary)
    }
    const many = Array.from({ length: 25 }, () => ({ name: 'note', fileName: null, bytes: 'x' }))
    const found = findFile(formOf(many), boundary)
    assert.deepEqual(found, { ok: false, failure: { kind: 'malformed' } })
  })

  test('parses header parameters exactly', ({ assert }) => {
    const form = (line: string) => Buffer.from(`--${boundary}\r\n${line}\r\n\r\nx\r\n--${boundary}--\r\n`)
    const kindOf = (line: string) => {
      const found = findFile(form(line), boundary)
      return found.ok ? 'ok' : found.failure.kind
    }
    assert.equal(kindOf('content-disposition: FORM-DATA; filename="a; name=other"; name="file"'), 'ok')
    assert.equal(kindOf('Content-Disposition: form-data; name=file; filename=a.png'), 'ok')
    assert.equal(kindOf('Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'a.png'), 'ok')
    assert.equal(kindOf('Content-Disposition: form-data; name="file"'), 'no_file')
    assert.equal(kindOf('Content-Disposition: attachment; name="file"; filename="a.png"'), 'no_file')
    assert.equal(kindOf('X: y'), 'no_file')
    assert.equal(kindOf(`X: ${'y'.repeat(5_000)}`), 'malformed')
  })

  test('takes the boundary from the content type', ({ assert }) => {
    assert.equal(boundaryOf('multipart/form-data; boundary=abc'), 'abc')
    assert.equal(boundaryOf('multipart/form-data; charset=utf-8; Boundary="a b;c"'), 'a b;c')
    assert.isNull(boundaryOf('multipart/form-data'))
    assert.isNull(boundaryOf('multipart/form-data; boundary='))
    assert.isNull(boundaryOf(`multipart/form-data; boundary=`.padEnd(20)))
  })
})
