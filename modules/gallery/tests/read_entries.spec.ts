import { test } from '@japa/runner'
import fc from 'fast-check'
import { limits } from '../api.ts'
import { MalformedImport, readEntries, type ReadEntry } from '../index.ts'

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const readAll = async (content: string | Uint8Array, size = 7): Promise<ReadEntry[]> => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const entries: ReadEntry[] = []
  for await (const entry of readEntries(pieces(bytes, size))) entries.push(entry)
  return entries
}

const values = (entries: ReadEntry[]) => entries.map((entry) => ('value' in entry ? entry.value : entry))

test.group('Reading a file of entries', () => {
  test('matches JSON.parse for every chunking of the file', async () => {
    const spaced = fc.tuple(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.integer({ min: 0, max: 3 }))
    await fc.assert(
      fc.asyncProperty(spaced, fc.integer({ min: 1, max: 50 }), fc.boolean(), async ([list, indent], size, wrapped) => {
        const json = JSON.stringify(
          wrapped ? { version: 1, characters: list, more: { a: [1, '}]'] } } : list,
          null,
          indent
        )
        const read = values(await readAll(json, size))
        if (JSON.stringify(read) !== JSON.stringify(list)) throw new Error(`${json} became ${JSON.stringify(read)}`)
      }),
      { numRuns: 500 }
    )
  })

  test('accepts an empty list, other keys and a byte order mark', async ({ assert }) => {
    assert.deepEqual(await readAll('[]'), [])
    assert.deepEqual(await readAll(' \r\n\t[ ] \n'), [])
    assert.deepEqual(await readAll('{"characters":[]}'), [])
    assert.deepEqual(values(await readAll('{"a":null,"b":[["]"],{"}":"\\""}],"characters":[1,2],"c":"x"}')), [1, 2])
    assert.deepEqual(values(await readAll('{"chara\\u0063ters":[1]}')), [1])
    assert.deepEqual(values(await readAll('\ufeff[{"name":"Mo"}]')), [{ name: 'Mo' }])
  })

  for (const json of [
    '',
    '   ',
    '{',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[{"a":1}{"b":2}]',
    '[1]]',
    '[1][2]',
    '[1],',
    '{"name":"Mo"}',
    '{}',
    '{"characters":{}}',
    '{"characters":"[]"}',
    '{"characters":[1]',
    '{"characters":[1],}x',
    '{"a":,"characters":[]}',
    '{"a":nonsense,"characters":[]}',
    '{"a":}',
    '{a:1,"characters":[]}',
    '"characters"',
    'null',
    'name,backstory\nMo,born',
    '[{"name":"Mo"',
    '[{"name":"Mo}]',
  ])
    test(`rejects ${JSON.stringify(json)}`, async ({ assert }) => {
      for (const size of [1, 1000])
        await readAll(json, size).then(
          (entries) => assert.fail(`it gave ${JSON.stringify(entries)}`),
          (error) => assert.instanceOf(error, MalformedImport)
        )
    })

  test('reports an invalid entry and reads the next ones', async ({ assert }) => {
    const json = Buffer.concat([
      Buffer.from('[{"name":"first"},{"name":"comma",},{name:1},nonsense,{"a":[}},{"name":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"},{"name":"last"}]'),
    ])
    const entries = await readAll(json, 3)
    assert.lengthOf(entries, 7)
    assert.deepEqual(
      entries.map((entry) => 'value' in entry),
      [true, false, false, false, false, false, true]
    )
  })

  test('reports an oversized entry without buffering it', async ({ assert }) => {
    const large = `{"name":"${'x'.repeat(limits.importEntryBytesMax)}"}`
    const entries = await readAll(`[1,${large},2]`, 65_536)
    assert.deepEqual(values([entries[0]!, entries[2]!]), [1, 2])
    assert.deepEqual(entries[1], { problem: 'This entry is larger than 1 MiB.' })
  })

  test('handles deep nesting without recursion', async ({ assert }) => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000)
    const [entry] = await readAll(`[${deep}]`, 65_536)
    assert.property(entry, 'value')
  })

  test('yields the entries before malformed content first', async ({ assert }) => {
    const seen: unknown[] = []
    const reading = async () => {
      for await (const entry of readEntries(pieces(Buffer.from('[1,2,3}'), 2))) seen.push(entry)
    }
    await assert.rejects(reading, /after entry 2/)
    assert.lengthOf(seen, 3)
  })
})
