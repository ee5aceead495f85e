import { test } from '@japa/runner'
import * as contentRules from '#config/content_rules'
import { sharedServer } from '#tests/support/server'
import { checkImportedCharacter, isPictureAddress } from '../src/domain/character_rules.ts'
import { demoCharacter } from '../src/demo/demo_character.ts'
import { diceOf } from '../src/portraits/dice.ts'
import { drawPlace, drawPortrait } from '../src/portraits/draw_portrait.ts'
import { readToken, tokenOf } from '../src/portraits/token.ts'
import {
  ages,
  beings,
  builds,
  decodeTraits,
  encodeTraits,
  roles,
  sceneries,
  type Traits,
} from '../src/portraits/traits.ts'
import { withPortrait } from '../src/portraits/with_portrait.ts'
import { traitsOf } from '../src/portraits/traits_of.ts'

const someone = (fields: Record<string, unknown> = {}) => {
  const checked = checkImportedCharacter(contentRules, {
    name: 'Mo',
    backstory: 'Born at sea.',
    personality: 'Calm.',
    ...fields,
  })
  if (!checked.ok) throw new Error('not a character')
  return checked.value
}

const traits = (fields: Record<string, unknown>): Traits => traitsOf(someone(fields), 'the same')

const fileOf = (address: string) => address.split('/').at(-1)!

/** Five hundred of all kinds: each being, role and place several times. */
const manyTraits = Array.from({ length: 500 }, (_, n): Traits => ({
  being: beings[n % beings.length]!,
  build: builds[n % builds.length]!,
  age: ages[(n >> 2) % ages.length]!,
  role: roles[(n * 7) % roles.length]!,
  scenery: sceneries[(n * 5) % sceneries.length]!,
}))

/** Says what is wrong with the nesting of tags, and whether an attribute is cut short. */
const illFormed = (svg: string): string | null => {
  const open: string[] = []
  const tag = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9:-]+="[^"<>&]*")*)(\/?)>/y
  while (tag.lastIndex < svg.length) {
    const from = tag.lastIndex
    const [, closing, name, , empty] = tag.exec(svg) ?? []
    if (!name) return svg.slice(from, from + 60)
    if (closing && open.pop() !== name) return `</${name}>`
    if (!closing && !empty) open.push(name)
  }
  return open.length > 0 ? open.join() : null
}

test.group('Drawn pictures', () => {
  test('are well formed, small, and draw what no other does', ({ assert }) => {
    const seen = new Set<string>()
    for (const [n, one] of manyTraits.entries())
      for (const [draw, largest] of [
        [drawPortrait, 22_000],
        [drawPlace, 14_000],
      ] as const) {
        const svg = draw(`seed ${n}`, one)
        const what = `${draw.name} ${JSON.stringify(one)}`
        assert.isNull(illFormed(svg), what)
        assert.isTrue(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'), what)
        assert.notMatch(svg, /NaN|undefined|Infinity|null/, what)
        assert.notMatch(
          svg,
          /<(script|style|text|image|foreignObject|filter|animate)| on\w+=|href="[^#]|url\([^#]|data:/,
          what
        )
        assert.isBelow(svg.length, largest, what)
        seen.add(svg)
      }
    assert.lengthOf([...seen], 1_000)
  })

  test('are the same for the same seed, and differ for another', ({ assert }) => {
    const [one] = manyTraits
    assert.equal(drawPortrait('a', one!), drawPortrait('a', one!))
    assert.equal(drawPlace('a', one!), drawPlace('a', one!))
    assert.notEqual(drawPortrait('a', one!), drawPortrait('b', one!))
  })

  test('fit an address that says nothing of the text', ({ assert }) => {
    for (const one of manyTraits) assert.deepEqual(decodeTraits(encodeTraits(one)), one)
    const token = tokenOf('A secret of mine.', manyTraits[3]!)
    assert.match(token, /^1[0-9a-z]{19}$/)
    assert.deepEqual(readToken(token)!.traits, manyTraits[3])
    assert.notEqual(tokenOf('A secret of yours.', manyTraits[3]!), token)
    const tokens = new Set(Array.from({ length: 5_000 }, (_, n) => tokenOf(`number ${n}`, manyTraits[0]!)))
    assert.lengthOf([...tokens], 5_000)
  })

  test('are for whoever has none', ({ assert }) => {
    const drawn = withPortrait(someone())
    assert.match(drawn.avatar!, /^\/pictures\/drawn\/1[0-9a-z]{19}\.svg$/)
    assert.equal(drawn.background, drawn.avatar!.replace('.svg', '-place.svg'))
    assert.isTrue(isPictureAddress(drawn.avatar!) && isPictureAddress(drawn.background!))
    assert.deepEqual(withPortrait(someone()), drawn)
    const avatar = 'https://pictures.example.test/mo.png'
    assert.include(withPortrait(someone({ avatar })), { avatar, background: avatar })
    assert.equal(withPortrait(someone({ background: avatar })).background, avatar)
  })

  test('know a robot, a wolf, a queen and a pirate by their words', ({ assert }) => {
    assert.equal(traits({ description: 'A household android with doubts.' }).being, 'robot')
    assert.equal(traits({ tags: ['Werewolf'] }).being, 'wolf')
    assert.equal(traits({ name: 'The dragon rider' }).being, 'human')
    assert.equal(traits({ name: 'The dragon of Moor' }).being, 'dragon')
    assert.equal(traits({ description: 'A barista with a cat.' }).being, 'human')
    assert.equal(traits({ name: 'The cat', description: 'Sleeps.' }).being, 'cat')
    assert.notEqual(traits({ tags: ['Furry'] }).being, 'human')
    assert.include(traits({ name: 'Queen Ilse', personality: 'She rules. Her word is law.' }), {
      role: 'royal',
      build: 'feminine',
    })
    assert.include(traits({ description: 'A retired pirate. He sleeps badly.' }), {
      role: 'pirate',
      build: 'masculine',
      age: 'old',
    })
    assert.equal(traits({ description: 'A quiet man.', backstory: 'He was once saved from a wolf.' }).being, 'human')
    assert.isDefined(traits({ name: 'Ω', description: '…', tags: ['🐺'] }).scenery)
  })

  test('are served for ever, and packed for whoever unpacks', async ({ assert }) => {
    const { url } = await sharedServer()
    const { avatar, background } = withPortrait(demoCharacter(diceOf('seven')).draft)
    for (const [address, draw] of [
      [avatar!, drawPortrait],
      [background!, drawPlace],
    ] as const) {
      const { seed, traits: drawn } = readToken(fileOf(address).replace(/(-place)?\.svg$/, ''))!
      for (const [accepted, encoding] of [
        ['identity', null],
        ['br, gzip', 'gzip'],
      ] as const) {
        const response = await fetch(url + address, { headers: { 'accept-encoding': accepted } })
        const header = (name: string) => response.headers.get(name)
        assert.equal(response.status, 200)
        assert.equal(header('content-type'), 'image/svg+xml')
        assert.equal(header('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'")
        assert.equal(header('x-content-type-options'), 'nosniff')
        assert.equal(header('cache-control'), 'public, max-age=31536000, immutable')
        assert.equal(header('vary'), 'Accept-Encoding')
        assert.equal(header('content-encoding'), encoding)
        assert.isNull(header('set-cookie'))
        assert.equal(await response.text(), draw(seed, drawn))
      }
    }
  })

  test('know nothing of other addresses', async ({ assert }) => {
    const { url } = await sharedServer()
    const right = '100000aaaaaaaaaaaaaa'
    assert.equal((await fetch(`${url}/pictures/drawn/${right}.svg`)).status, 200)
    for (const file of [
      '1.svg',
      right,
      `${right}.png`,
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
      assert.equal((await fetch(`${url}/pictures/drawn/${file}`)).status, 404, file.slice(0, 60))
  })
})
