import { test } from '@japa/runner'
import * as contentRules from '#config/content_rules'
import { sharedServer } from '#tests/support/server'
import { readBuiltInSet } from '../src/built_in/content.ts'
import { checkImportedCharacter, isPictureAddress } from '../src/domain/character_rules.ts'
import { drawMark, drawMarkPlace } from '../src/marks/draw_mark.ts'
import { markToken, readMarkToken, withMark } from '../src/marks/mark_address.ts'

const draft = (fields: Record<string, unknown> = {}) => {
  const entry = { name: 'Mo Vale', backstory: 'Born at sea.', personality: 'Calm.', ...fields }
  const checked = checkImportedCharacter(contentRules, entry)
  if (!checked.ok) throw new Error('not a character')
  return checked.value
}
const initials = (name: string) => readMarkToken(markToken(name))!.initials

/** Returns the first part of an SVG that is not well formed, or null. */
const illFormed = (svg: string): string | null => {
  const open: string[] = []
  const piece = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9:-]+="[^"<>&]*")*)(\/?)>|[^<>&]+/y
  while (piece.lastIndex < svg.length) {
    const from = piece.lastIndex
    const found = piece.exec(svg)
    if (!found) return svg.slice(from, from + 60)
    const [, closing, name, , empty] = found
    if (closing && open.pop() !== name) return `</${name}>`
    if (name && !closing && !empty) open.push(name)
  }
  return open.length > 0 ? open.join() : null
}

const names = [
  'Mo',
  'Iris Vale',
  '灯台守',
  'Żaneta Öberg',
  'محمد علي',
  'ß',
  '1984',
  '</text><script>alert(1)</script>',
  '"&<>',
  '🦊',
  'e\u0301clair',
  '𝒜 𝓩',
  'a\u0000\u202eb',
  'x'.repeat(80),
]

test.group('Facet marks', () => {
  test('are well formed and bounded for any name', ({ assert }) => {
    for (const name of names) {
      const mark = readMarkToken(markToken(name))!
      for (const svg of [drawMark(mark), drawMarkPlace(mark)]) {
        assert.isNull(illFormed(svg), name)
        assert.notMatch(svg, /NaN|undefined|Infinity|<(script|style|image|foreignObject)| on\w+=|href=|data:/, name)
        assert.isBelow(svg.length, 16_000, name)
      }
    }
  })

  test('are the same for the same name and differ for another', ({ assert }) => {
    const svgOf = (name: string) => drawMark(readMarkToken(markToken(name))!)
    assert.equal(svgOf('Mo'), svgOf('Mo'))
    assert.equal(markToken(' mo '), markToken('Mo'))
    const marks = Array.from({ length: 200 }, (_, n) => svgOf(`Name ${n}`))
    assert.lengthOf([...new Set(marks)], 200)
  })

  test('show the first letters of the first and the last word', ({ assert }) => {
    const cases: Record<string, string> = {
      Mo: 'M',
      'iris van der vale': 'IV',
      灯台守: '灯',
      'Żaneta Öberg': 'ŻÖ',
      'محمد علي': 'مع',
      ß: 'ß',
      'e\u0301clair': 'É',
      '🦊': '',
      '"&<>': '',
      "O'Neill 7": 'O7',
    }
    for (const [name, expected] of Object.entries(cases)) assert.equal(initials(name), expected, name)
  })

  test('have addresses that contain nothing of a name but its initials', ({ assert }) => {
    for (const name of names) assert.match(markToken(name), /^1[0-9a-z]{14}(-[0-9a-f]{2,16})?$/, name)
    for (const token of [
      '',
      '1short',
      '2aaaaaaaaaaaaaa',
      '1aaaaaaaaaaaaaa-',
      '1aaaaaaaaaaaaaa-3c',
      '1aaaaaaaaaaaaaa-414243',
      '1aaaaaaaaaaaaaa-ff',
      '1aaaaaaaaaaaaaa-4',
      '1AAAAAAAAAAAAAA',
      `1aaaaaaaaaaaaaa-${'41'.repeat(20)}`,
    ])
      assert.isNull(readMarkToken(token), token)
  })

  test('are given to characters without a picture, and follow a changed name', ({ assert }) => {
    const marked = withMark(draft())
    assert.equal(marked.avatar, `/pictures/mark/${markToken('Mo Vale')}.svg`)
    assert.equal(marked.background, `/pictures/mark/${markToken('Mo Vale')}-place.svg`)
    assert.isTrue(isPictureAddress(marked.avatar!) && isPictureAddress(marked.background!))
    const renamed = withMark({ ...marked, name: 'Ada' })
    assert.equal(renamed.avatar, `/pictures/mark/${markToken('Ada')}.svg`)
    assert.equal(renamed.background, `/pictures/mark/${markToken('Ada')}-place.svg`)
    const avatar = 'https://pictures.example.test/mo.png'
    assert.include(withMark(draft({ avatar })), { avatar, background: avatar })
    assert.include(withMark(draft({ background: avatar })), { avatar: marked.avatar, background: avatar })
    const drawn = '/pictures/drawn/100000aaaaaaaaaaaaaa.svg'
    assert.include(withMark(draft({ avatar: drawn })), { avatar: drawn, background: drawn })
  })
})

test.group('Addresses of drawn pictures', () => {
  const forever = 'public, max-age=31536000, immutable'

  test('answer with a mark, cached forever and compressed on request', async ({ assert }) => {
    const { url } = await sharedServer()
    const token = markToken('Mo Vale')
    const mark = readMarkToken(token)!
    for (const [file, svg] of [
      [`${token}.svg`, drawMark(mark)],
      [`${token}-place.svg`, drawMarkPlace(mark)],
      [`${markToken('🦊')}.svg`, drawMark(readMarkToken(markToken('🦊'))!)],
    ] as const)
      for (const [accepted, encoding] of [
        ['identity', null],
        ['br, gzip', 'gzip'],
      ] as const) {
        const response = await fetch(`${url}/pictures/mark/${file}`, { headers: { 'accept-encoding': accepted } })
        const header = (name: string) => response.headers.get(name)
        assert.equal(response.status, 200)
        assert.equal(header('content-type'), 'image/svg+xml')
        assert.equal(header('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'")
        assert.equal(header('x-content-type-options'), 'nosniff')
        assert.equal(header('cache-control'), forever)
        assert.equal(header('vary'), 'Accept-Encoding')
        assert.equal(header('content-encoding'), encoding)
        assert.isNull(header('set-cookie'))
        assert.equal(await response.text(), svg)
      }
  })

  test('of the built-in fifty answer with their files', async ({ assert }) => {
    const { url } = await sharedServer()
    const { avatar, background } = readBuiltInSet('fifty')[0]!
    for (const [address, width, height] of [
      [avatar, 1229, 1536],
      [`${avatar}?w=384`, 384, 480],
      [`${background}?w=96`, 96, 54],
    ] as const) {
      const response = await fetch(url + address)
      assert.equal(response.headers.get('content-type'), 'image/webp')
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(response.headers.get('cache-control'), forever)
      const webp = Buffer.from(await response.arrayBuffer())
      const at = webp.indexOf('VP8 ') + 14
      assert.deepEqual([webp.readUInt16LE(at), webp.readUInt16LE(at + 2)], [width, height])
    }
    assert.equal((await fetch(`${url}${avatar}?w=97`)).status, 404)
  })

  test('of earlier releases answer with a mark without initials for five minutes', async ({ assert }) => {
    const { url } = await sharedServer()
    const seed = 'aaaaaaaaaaaaaa'
    for (const [file, svg] of [
      [`100000${seed}.svg`, drawMark({ seed, initials: '' })],
      [`1f22hl${seed}-place.svg`, drawMarkPlace({ seed, initials: '' })],
    ] as const) {
      const response = await fetch(`${url}/pictures/drawn/${file}`)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
      assert.equal(await response.text(), svg)
      assert.notInclude(svg, '<text')
    }
  })

  test('are also PNG pictures, for previews of links', async ({ assert }) => {
    const { url } = await sharedServer()
    const { avatar } = readBuiltInSet('fifty')[0]!
    for (const [address, width, height] of [
      [`/pictures/mark/${markToken('Mo')}.png`, 1000, 1000],
      [`/pictures/mark/${markToken('Mo')}-place.png`, 1600, 900],
      [avatar!.replace(/svg$/, 'png'), 768, 960],
    ] as const) {
      const response = await fetch(url + address)
      assert.equal(response.status, 200, address)
      assert.equal(response.headers.get('content-type'), 'image/png')
      assert.equal(response.headers.get('cache-control'), forever)
      const png = Buffer.from(await response.arrayBuffer())
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [width, height])
    }
  })

  test('return 404 for malformed tokens', async ({ assert }) => {
    const { url } = await sharedServer()
    const right = '100000aaaaaaaaaaaaaa'
    for (const file of [
      '1.svg',
      right,
      `${right}.jpg`,
      `${right}a.svg`,
      `2${right.slice(1)}.svg`,
      `1zzzzz${right.slice(6)}.svg`,
      `${right.toUpperCase()}.svg`,
      `${right}-back.svg`,
      `${right}-place-place.svg`,
      `${right}.svg%0a`,
      '..%2f..%2fpackage.json',
      '%3Cscript%3E.svg',
      `1${'a'.repeat(4_000)}.svg`,
      '__proto__.svg',
    ])
      for (const folder of ['drawn', 'mark'])
        assert.equal((await fetch(`${url}/pictures/${folder}/${file}`)).status, 404, `${folder} ${file.slice(0, 60)}`)
    assert.equal((await fetch(`${url}/pictures/mark/${right}.svg`)).status, 404)
    assert.equal((await fetch(`${url}/pictures/drawn/${markToken('Mo')}.svg`)).status, 404)
  })
})
