import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { fail, ok } from '../result.ts'
import { custom, pageCursor, pageLimit, readBody, readQuery, withMessages } from '../validation.ts'

const requestWith = (body: unknown, query = {}) => ({ request: { body: () => body, qs: () => query } }) as never

const validator = withMessages(
  vine.create({
    size: custom((size) =>
      size === undefined ? ok(7) : size === null ? ok(null) : fail({ rule: 'size', message: 'Size?' })
    ),
    name: vine.string().optional(),
  }),
  { 'name.string': 'A name is text.' },
  'invalid'
)

test.group('Validation', () => {
  test('gives absent fields and null to custom fields', async ({ assert }) => {
    assert.deepEqual(await readBody(requestWith({}), validator), { size: 7 })
    assert.deepEqual(await readBody(requestWith({ size: null, name: 'a', other: 1 }), validator), {
      size: null,
      name: 'a',
    })
  })

  test('refuses a body that is no object', async ({ assert }) => {
    for (const body of [null, undefined, 'text', 1, true, [], [{ name: 1 }]]) {
      const error = await readBody(requestWith(body), validator).catch((thrown) => thrown)
      assert.equal(error.code, 'E_VALIDATION_ERROR', JSON.stringify(body))
    }
  })

  test('reports each invalid field with its rule, its message and the code', async ({ assert }) => {
    const error = await readBody(requestWith({ size: 1, name: 1 }), validator).catch((thrown) => thrown)
    assert.equal(error.code, 'E_VALIDATION_ERROR')
    assert.equal(error.problemCode, 'invalid')
    assert.deepEqual(error.messages, [
      { field: 'size', rule: 'size', message: 'Size?' },
      { field: 'name', rule: 'string', message: 'A name is text.' },
    ])
  })

  test('neither copies nor follows keys of a prototype', async ({ assert }) => {
    const body = JSON.parse('{"__proto__": {"name": "a"}, "constructor": {"name": "b"}}')
    const read = await readBody(requestWith(body), validator)
    assert.deepEqual(Object.keys(read), ['size'])
    assert.isUndefined(({} as { name?: string }).name)
  })

  test('reads the limit and the cursor of a page', async ({ assert }) => {
    const page = vine.create({
      limit: pageLimit({ usual: 5, max: 100 }),
      cursor: pageCursor((text) => (text === 'a' ? 1 : null)),
    })
    const read = (query: object) => readQuery(requestWith({}, query), page).catch(({ messages }) => messages[0].message)
    assert.deepEqual(await read({}), { limit: 5, cursor: null })
    assert.deepEqual(await read({ limit: '100', cursor: 'a' }), { limit: 100, cursor: 1 })
    for (const limit of ['0', '101', '', '1.5', '1e1', ' 1', '9'.repeat(400), ['1'], { a: '1' }])
      assert.equal(await read({ limit }), 'limit must be a whole number from 1 to 100.')
    for (const cursor of ['b', '', ['a'], { a: 'a' }])
      assert.equal(await read({ cursor }), 'cursor must come from the page before.')
  })
})
