import { test } from '@japa/runner'
import fc from 'fast-check'
import { JsonDocument } from '../formats/json/json_document.ts'
import { encodeJson } from '../formats/json/decode_text.ts'
import { jsonLimits, type JsonLimits, type JsonPath, type JsonValue } from '../formats/json/json_node.ts'
import type { JsonEdit } from '../formats/json/patch_json.ts'

const parse = (text: string, limits?: JsonLimits): JsonDocument => {
  const result = JsonDocument.parse(text, limits)
  if (!result.ok) throw new Error(result.failure.reason)
  return result.value
}

const refusal = (input: string | Uint8Array, limits?: JsonLimits) => {
  const result = typeof input === 'string' ? JsonDocument.parse(input, limits) : JsonDocument.read(input, limits)
  if (result.ok) throw new Error('The document was read.')
  return result.failure
}

const read = (bytes: Uint8Array): JsonDocument => {
  const result = JsonDocument.read(bytes)
  if (!result.ok) throw new Error(result.failure.reason)
  return result.value
}

const patch = (text: string, edits: JsonEdit[]): string => {
  const result = parse(text).patch(edits)
  if (!result.ok) throw new Error(result.failure.reason)
  return result.value
}

const patchRefusal = (text: string, edits: JsonEdit[]) => {
  const result = parse(text).patch(edits)
  if (result.ok) throw new Error('The edits were applied.')
  return result.failure
}

/** Returns the same value without prototypes, with `__proto__` as a plain key. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.create(null)
  for (const [key, member] of Object.entries(value)) copy[key] = bare(member)
  return copy
}

/** JSON of random values, in random spelling: white space, escapes, exponents, duplicate keys. */
const spelling = fc.letrec<{ value: string; space: string; text: string; key: string }>((tie) => ({
  space: fc.constantFrom('', '', '', ' ', '\n  ', '\t', '\r\n'),
  text: fc
    .array(
      fc.oneof(
        fc.constantFrom('a', 'é', '😀', '\\u0000', '\\ud800', '\\"', '\\\\', '\\/', '\\n', '__proto__', '\u2028'),
        fc.string({ maxLength: 3 }).map((text) => JSON.stringify(text).slice(1, -1))
      ),
      { maxLength: 4 }
    )
    .map((parts) => `"${parts.join('')}"`),
  // V8's JSON.parse reads a key such as `\u0000` as the key `\\` if it has seen that key before.
  key: tie('text').map((text) => text.replaceAll('\\\\', '')),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false', '0', '-0', '1.0', '1e2', '-1.5E-3', '9007199254740993', '1e999'),
    tie('text'),
    fc
      .array(fc.tuple(tie('space'), tie('value'), tie('space')), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    fc
      .array(fc.tuple(tie('space'), tie('key'), tie('space'), tie('space'), tie('value'), tie('space')), {
        maxLength: 4,
      })
      .map((members) => `{${members.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')}}`)
  ),
}))
const json = fc.tuple(spelling.space, spelling.value, spelling.space).map((parts) => parts.join(''))

const finiteValue = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)

/** Returns all paths of a value, the root included. */
const pathsOf = (value: JsonValue, path: JsonPath = []): JsonPath[] => {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...entries.flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

const isWithin = (path: JsonPath, ancestor: JsonPath) => ancestor.every((key, index) => path[index] === key)

test.group('JSON documents', () => {
  test('give the value of JSON.parse for random JSON', ({ assert }) => {
    fc.assert(
      fc.property(json, (text) => assert.deepEqual(bare(parse(text).toValue()), bare(JSON.parse(text)))),
      { numRuns: 1_000 }
    )
  })

  test('accept what JSON.parse accepts, and nothing else', () => {
    const accepts = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const broken = fc
      .tuple(json, fc.nat(), fc.nat({ max: 3 }), fc.string({ maxLength: 2 }))
      .map(([text, at, cut, more]) => {
        const start = at % (text.length + 1)
        return text.slice(0, start) + more + text.slice(start + cut)
      })
    const tokens = fc
      .array(
        fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '"a"', '1', '-', '.', 'e', 'null', 'tru', '\\', ' ', '0')
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(broken, tokens), (text) => {
        if (JsonDocument.parse(text).ok !== accepts(text)) throw new Error(JSON.stringify(text))
      }),
      { numRuns: 1_000 }
    )
  })

  test('keep numbers, escapes and duplicate keys as written', ({ assert }) => {
    const document = parse(
      '{"a": 9007199254740993, "b": [1.0, -0, 1E+2], "\\u0061": "\\ud800\\u0000", "__proto__": {"x": 1}}'
    )
    assert.equal(document.raw(document.find(['b', 0])!), '1.0')
    assert.equal(document.raw(document.find(['b', 1])!), '-0')
    const { root } = document
    if (root.kind !== 'object') throw new Error('Not an object')
    assert.deepEqual(
      root.members.map(({ key, node }) => [key, document.raw(node)]),
      [
        ['a', '9007199254740993'],
        ['b', '[1.0, -0, 1E+2]'],
        ['a', '"\\ud800\\u0000"'],
        ['__proto__', '{"x": 1}'],
      ]
    )
    assert.equal(document.toValue(document.find(['a'])!), '\ud800\u0000')
    const value = document.toValue() as { [key: string]: JsonValue }
    assert.deepEqual(Object.keys(value), ['a', 'b', '__proto__'])
    assert.isUndefined(Object.getPrototypeOf(value)?.x)
    assert.isTrue(Object.is((value.b as JsonValue[])[1], -0))
    assert.deepEqual(Object.keys(parse('{"\\\\": 1, "\\ud800": 2, "\\u0000": 3}').toValue() as object), [
      '\\',
      '\ud800',
      '\0',
    ])
  })

  test('warn about duplicate keys, with their path', ({ assert }) => {
    assert.deepEqual(parse('{"data": [{"a": 1, "b": 2, "a": 3, "a": 4}]}').warnings, [
      'The key "data.[0].a" occurs more than once. The last one counts.',
    ])
    assert.lengthOf(parse(`[${'{"a":1,"a":2},'.repeat(50)}0]`).warnings, 10)
    assert.isEmpty(parse('[{"a":1},{"a":2}]').warnings)
  })

  test('say where a text is malformed', ({ assert }) => {
    assert.deepInclude(refusal('{\n  "a": 1,\r\n  "b": x}'), { kind: 'malformed', line: 3, column: 8 })
    assert.equal(refusal('[1 2]').reason, 'The JSON has "2" instead of "," or "]", at line 1, column 4.')
    assert.include(refusal('').reason, 'the end of the file instead of a value')
    assert.include(refusal('"a\nb"').reason, 'a control character')
    assert.include(refusal('["\\x"]').reason, 'an invalid escape sequence, at line 1, column 3')
    assert.include(refusal('["abc').reason, 'without a closing quotation mark, at line 1, column 2')
  })

  test('refuse a depth of 100,000 without exhausting the stack', ({ assert }) => {
    assert.equal(refusal('['.repeat(100_000)).kind, 'too_deep')
    assert.equal(refusal('{"a":'.repeat(100_000)).kind, 'too_deep')
    const deepest = '['.repeat(jsonLimits.depthMax) + ']'.repeat(jsonLimits.depthMax)
    assert.equal(parse(deepest).text, deepest)
    assert.equal(refusal(`[${deepest}]`).kind, 'too_deep')
  })

  test('refuse too many bytes and too many values', ({ assert }) => {
    const limits = { bytesMax: 20, depthMax: 5, valuesMax: 4 }
    assert.equal(refusal(`"${'a'.repeat(19)}"`, limits).kind, 'too_large')
    assert.equal(refusal(Buffer.from(`"${'é'.repeat(10)}"`), limits).kind, 'too_large')
    assert.equal(refusal('[1,2,3,4]', limits).kind, 'too_many_values')
    assert.deepEqual(parse('[1,2,3]', limits).toValue(), [1, 2, 3])
  })
})

test.group('Decoding JSON', () => {
  const text = '{"name":"Zoë 😀"}'
  const utf16le = Buffer.from(`\ufeff${text}`, 'utf16le')

  test('reads UTF-8 and UTF-16, by byte order mark', ({ assert }) => {
    for (const [bytes, encoding] of [
      [Buffer.from(text), 'utf-8'],
      [Buffer.from(`\ufeff${text}`), 'utf-8'],
      [utf16le, 'utf-16le'],
      [Buffer.from(utf16le).swap16(), 'utf-16be'],
    ] as const) {
      const document = read(bytes)
      assert.equal(document.text, text)
      assert.equal(document.encoding, encoding)
      assert.lengthOf(document.warnings, encoding === 'utf-8' ? 0 : 1)
    }
  })

  test('reads Latin-1 with a warning when the bytes are not UTF-8', ({ assert }) => {
    const document = read(Buffer.from('{"name":"Zoë"}', 'latin1'))
    assert.deepEqual({ ...(document.toValue() as object) }, { name: 'Zoë' })
    assert.include(document.warnings[0], 'Latin-1')
  })

  test('keeps lone surrogates of UTF-16 and escapes them in UTF-8', ({ assert }) => {
    const document = read(Buffer.from('\ufeff["\ud800a"]', 'utf16le'))
    assert.deepEqual(document.toValue(), ['\ud800a'])
    assert.equal(Buffer.from(encodeJson(document.text)).toString(), '["\\ud800a"]')
  })

  test('keeps surrogates that were encoded one by one as UTF-8', ({ assert }) => {
    const [lone, high, low] = ['eda080', 'eda0bd', 'edb880'].map((hex) => Buffer.from(hex, 'hex')) as [
      Buffer,
      Buffer,
      Buffer,
    ]
    const document = read(Buffer.concat([Buffer.from('["é'), lone, Buffer.from('a'), high, low, Buffer.from('"]')]))
    assert.equal(document.encoding, 'utf-8')
    assert.deepEqual(document.toValue(), ['é\ud800a😀'])
    // The first two of the three bytes alone are Latin-1.
    assert.equal(read(Buffer.from('["\xed\xa0"]', 'latin1')).encoding, 'latin-1')
  })

  test('refuses UTF-16 of odd length and without a byte order mark, with a reason', ({ assert }) => {
    assert.equal(refusal(utf16le.subarray(2)).kind, 'malformed')
    assert.equal(refusal(utf16le.subarray(0, -1)).kind, 'malformed')
  })
})

test.group('Patching JSON', () => {
  test('returns the same text without edits, and with edits that set the present values', () => {
    fc.assert(
      fc.property(json, (text) => {
        const document = parse(text)
        const edits = pathsOf(document.toValue()).map((path) => ({
          path,
          value: document.toValue(document.find(path)!),
        }))
        const leaves = edits.filter(({ value }) => typeof value !== 'object' || value === null)
        for (const some of [[], leaves, ...edits.map((edit) => [edit])]) {
          const patched = document.patch(some)
          if (!patched.ok || patched.value !== text) throw new Error(`${text} became ${JSON.stringify(patched)}`)
        }
      }),
      { numRuns: 500 }
    )
  })

  test('sets a value that reads back, and changes nothing else', ({ assert }) => {
    fc.assert(
      fc.property(json, fc.nat(), finiteValue, (text, pick, value) => {
        const document = parse(text)
        const paths = pathsOf(document.toValue())
        const path = paths[pick % paths.length]!
        const patched = parse(patch(text, [{ path, value }]))
        assert.deepEqual(bare(patched.toValue(patched.find(path)!)), bare(value))
        for (const other of paths) {
          const isRelated = isWithin(other, path) || isWithin(path, other)
          if (!isRelated) assert.equal(patched.raw(patched.find(other)!), document.raw(document.find(other)!))
        }
        // The bytes before and after the value are those of the original, unless a duplicate key was removed.
        if (document.warnings.length > 0) return
        const node = document.find(path)!
        assert.isTrue(patched.text.startsWith(document.text.slice(0, node.start)))
        assert.isTrue(patched.text.endsWith(document.text.slice(node.end)))
      }),
      { numRuns: 1_000 }
    )
  })

  test('removes a value and leaves the texts of all others', ({ assert }) => {
    fc.assert(
      fc.property(json, fc.nat(), (text, pick) => {
        const document = parse(text)
        const paths = pathsOf(document.toValue()).filter((path) => typeof path.at(-1) === 'string')
        if (paths.length === 0) return
        const path = paths[pick % paths.length]!
        const patched = parse(patch(text, [{ path, value: undefined }]))
        assert.isNull(patched.find(path))
        for (const other of paths)
          if (!isWithin(other, path) && !isWithin(path, other))
            assert.equal(patched.raw(patched.find(other)!), document.raw(document.find(other)!))
      }),
      { numRuns: 500 }
    )
  })

  test('adds keys with their parents, which read back', ({ assert }) => {
    const keys = fc.array(fc.constantFrom('new', 'x', '__proto__', 'toString'), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(json, keys, finiteValue, (text, path, value) => {
        const result = parse(`{"old":${text}}`).patch([{ path, value }])
        if (!result.ok) throw new Error(result.failure.reason)
        const patched = parse(result.value)
        assert.deepEqual(bare(patched.toValue(patched.find(path)!)), bare(value))
        assert.equal(patched.raw(patched.find(['old'])!), text.trim())
      }),
      { numRuns: 300 }
    )
  })

  test('follows the white space of the object', ({ assert }) => {
    const text = '{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}\n'
    assert.equal(
      patch(text, [
        { path: ['d'], value: [true] },
        { path: ['b', 'e'], value: 'x' },
      ]),
      '{\n  "a": 1,\n  "b": {\n    "c": 2,\n    "e": "x"\n  },\n  "d": [true]\n}\n'
    )
    assert.equal(patch(text, [{ path: ['a'], value: undefined }]), '{\n  "b": {\n    "c": 2\n  }\n}\n')
    assert.equal(patch(text, [{ path: ['b'], value: undefined }]), '{\n  "a": 1\n}\n')
    assert.equal(patch(text, [{ path: ['b', 'c'], value: undefined }]), '{\n  "a": 1,\n  "b": {}\n}\n')
  })

  test('applies many edits, whose paths refer to the original', ({ assert }) => {
    assert.equal(
      patch('[0, 1, 2, 3]', [
        { path: [1], value: undefined },
        { path: [0], value: undefined },
        { path: [3], value: 'three' },
        { path: [5], value: 5 },
        { path: [4], value: 4 },
      ]),
      '[2, "three", 4, 5]'
    )
    assert.equal(
      patch('{"a":1,"b":2,"c":3}', [
        { path: ['b'], value: undefined },
        { path: ['c'], value: undefined },
        { path: ['d'], value: -0 },
      ]),
      '{"a":1,"d":-0}'
    )
    assert.equal(
      patch('{}', [
        { path: ['a', 'b'], value: 1 },
        { path: ['a', 'c', 0], value: 2 },
      ]),
      '{"a":{"b":1,"c":[2]}}'
    )
  })

  test('creates parents in place of null and missing keys only when a value is set', ({ assert }) => {
    assert.equal(patch('{"book": null}', [{ path: ['book', 'name'], value: 'x' }]), '{"book": {"name":"x"}}')
    for (const text of ['{"book": null}', '{"book": 1}', '{ }'])
      assert.equal(patch(text, [{ path: ['book', 'name'], value: undefined }]), text)
  })

  test('removes earlier duplicates of a key when its value changes', ({ assert }) => {
    const text = '{"a": "secret", "b": 1, "a": "old"}'
    assert.equal(patch(text, [{ path: ['a'], value: 'new' }]), '{"b": 1, "a": "new"}')
    assert.equal(patch(text, [{ path: ['a'], value: undefined }]), '{"b": 1}')
    assert.equal(patch(text, [{ path: ['b'], value: 2 }]), '{"a": "secret", "b": 2, "a": "old"}')
  })

  test('keeps the spelling of a value that is set to itself', ({ assert }) => {
    const text = '{"id": 9007199254740993, "n": 1.0, "s": "\\u00e9", "o": {"b": 1e1, "a": 2}}'
    assert.equal(
      patch(text, [
        { path: ['id'], value: 9007199254740992 },
        { path: ['n'], value: 1 },
        { path: ['s'], value: 'é' },
        { path: ['o'], value: { a: 2, b: 10 } },
      ]),
      text
    )
  })

  test('refuses edits that contradict each other or the document', ({ assert }) => {
    const set = (...path: (string | number)[]) => ({ path, value: 1 })
    assert.equal(patchRefusal('{"a":{"b":1}}', [set('a'), set('a', 'b')]).kind, 'conflicting_edits')
    assert.equal(patchRefusal('{"a":{"b":1}}', [set('a', 'b'), set('a')]).kind, 'conflicting_edits')
    assert.equal(patchRefusal('{"a":1}', [set('a'), set('a')]).kind, 'conflicting_edits')
    assert.deepInclude(patchRefusal('{"a":"x"}', [set('a', 'b')]), { kind: 'no_container', path: ['a'] })
    assert.equal(patchRefusal('{"a":[]}', [set('a', 'b')]).kind, 'no_container')
    assert.equal(patchRefusal('{"a":[]}', [set('a', 1)]).kind, 'no_such_index')
    assert.equal(patchRefusal('[]', [set(-1)]).kind, 'no_such_index')
    assert.equal(patchRefusal('[]', [set(0.5)]).kind, 'no_such_index')
    assert.equal(patchRefusal('{}', [{ path: [], value: undefined }]).kind, 'no_container')
    assert.equal(patchRefusal('{}', [{ path: ['a'], value: NaN }]).kind, 'not_json')
    assert.equal(patchRefusal('{}', [{ path: Array(300).fill('a'), value: 1 }]).kind, 'too_deep')
    const cyclic: JsonValue[] = []
    cyclic.push(cyclic)
    assert.equal(patchRefusal('{}', [{ path: ['a'], value: cyclic }]).kind, 'not_json')
    assert.equal(patchRefusal('[0]', [{ path: [0], value: cyclic }]).kind, 'too_deep')
  })
})
