import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { imageAspects, imageModels } from '../../contract/image.ts'
import { compose } from '../src/compose.ts'
import {
  beards,
  beings,
  bodies,
  builds,
  expressions,
  eyewears,
  garments,
  hairStyles,
  headgears,
  jewels,
  marks,
  overs,
  props,
  roles,
  sceneries,
  singleThings,
  thingRows,
  type Looks,
  type Traits,
} from '../src/engine/traits.ts'
import { drawPlace, drawPortrait } from '../src/engine/draw_portrait.ts'
import { knownWords } from '../src/prompt/read_prompt.ts'

const svgOf = (prompt: string, changes: Partial<Parameters<typeof compose>[0]> = {}) =>
  compose({ prompt, model: 'flux-schnell', aspect: '1:1', ...changes }).svg

/** Returns the first part of an SVG that is not well formed, or null. */
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

test.group('image-local | compose', () => {
  test('draws every word of the vocabulary, within bounds', ({ assert }) => {
    for (const [at, word] of knownWords().entries())
      for (const prompt of [`a ${word}`, `portrait of a woman, ${word}`]) {
        const svg = svgOf(prompt, { model: imageModels[at % 3]!, aspect: imageAspects[at % 3]! })
        assert.isNull(illFormed(svg), prompt)
        assert.notMatch(svg, /NaN|undefined|Infinity|null/, prompt)
        assert.isBelow(svg.length, 40_000, prompt)
      }
  }).tags(longRun)

  test('draws every trait and every look well formed', ({ assert }) => {
    const pick = <Item>(list: readonly Item[], n: number) => list[n % list.length]!
    for (let n = 0; n < 500; n++) {
      const traits: Traits = {
        being: pick(beings, n),
        build: pick(builds, n),
        age: 6 + ((n * 13) % 84),
        role: pick(roles, n * 7),
        scenery: pick(sceneries, n * 5),
      }
      const looks: Looks =
        n % 2
          ? {}
          : {
              hair: pick(hairStyles, n),
              headgear: pick(headgears, n),
              garment: pick(garments, n),
              prop: pick(props, n >> 1),
              body: pick(bodies, n),
              expression: pick(expressions, n >> 1),
              beard: pick(beards, n >> 2),
              mark: pick(marks, n >> 1),
              eyewear: pick(eyewears, n),
              jewel: pick(jewels, n >> 1),
              over: pick(overs, n >> 1),
              things: [pick(singleThings, n), pick(thingRows, n)],
              showsFace: n % 4 === 0,
            }
      for (const svg of [drawPortrait(`seed ${n}`, traits, looks), drawPlace(`seed ${n}`, traits, looks)]) {
        const what = JSON.stringify({ ...traits, ...looks })
        assert.isNull(illFormed(svg), what)
        assert.notMatch(svg, /NaN|undefined|Infinity|null/, what)
        assert.notMatch(svg, /<(script|style|text|image|foreignObject|filter)| on\w+=|href="[^#]|url\([^#]|data:/, what)
      }
    }
  }).tags(longRun)

  test('puts no word of the prompt into the picture', ({ assert }) => {
    const svg = svgOf('"></svg><script>zebracorn</script><image href="http://zebracorn.test/"/> a castle & a dragon')
    assert.notMatch(svg, /zebracorn|script|href="[^#]|<image|&/)
  })

  test('does no more work for a longer prompt', ({ assert }) => {
    const few = svgOf('castle dragon knight rain night forest')
    const many = svgOf('castle dragon knight rain night forest '.repeat(5000))
    assert.isBelow(many.length, few.length * 3)
  })

  test('gives the same picture for the same request only', ({ assert }) => {
    assert.equal(svgOf('a lake at dawn'), svgOf('a lake at dawn'))
    const other = [
      svgOf('a lake at dawn'),
      svgOf('a lake at dawn!'),
      svgOf('a lake at dawn', { model: 'sdxl-lightning' }),
    ]
    assert.lengthOf([...new Set(other)], 3)
  })

  test('draws the example prompts of the image generator without leaving out a word', ({ assert }) => {
    for (const prompt of [
      'Portrait of an old lighthouse keeper in a wool coat, lamp light on one side of the face, storm outside',
      'Portrait of a young witch in a mossy forest, braided hair with small flowers, soft morning light',
      'Portrait of a starship pilot in a worn flight jacket, cockpit lights in blue and orange, calm look',
      'Narrow city street at night after rain, neon signs in the puddles, one person with an umbrella',
      'A still mountain lake at sunrise, mist over the water, pine trees on both sides, a small wooden boat',
      'A friendly green dragon asleep around a stack of old books, warm candle light, storybook painting',
    ])
      assert.deepEqual(compose({ prompt, model: 'flux-schnell', aspect: '1:1' }).notDrawn, [], prompt)
  })

  test('draws ages, expressions, builds and props that differ', ({ assert }) => {
    const looks: Looks = { hair: 'short', garment: 'shirt', prop: 'cup', expression: 'calm', headgear: 'none' }
    const traits: Traits = { being: 'human', build: 'any', age: 30, role: 'none', scenery: 'study' }
    const drawn = [
      ...expressions.map((expression) => drawPortrait('one', traits, { ...looks, expression })),
      ...props.map((prop) => drawPortrait('one', traits, { ...looks, prop })),
      ...garments.map((garment) => drawPortrait('one', traits, { ...looks, garment })),
      ...headgears.map((headgear) => drawPortrait('one', traits, { ...looks, headgear })),
      ...[8, 45, 55, 65, 75].map((age) => drawPortrait('one', { ...traits, age }, looks)),
    ]
    // The pictures of 'calm', 'cup' and 'shirt' are equal.
    assert.equal(new Set(drawn).size, drawn.length - 2)
  })

  test('shows what was asked for', ({ assert }) => {
    const looks = (prompt: string) => svgOf(`portrait of a woman ${prompt}`)
    const plain = svgOf('portrait of a woman ')
    for (const asked of ['smiling', 'with red hair', 'with braids', 'with a sword', 'in a blue coat', 'in the rain'])
      assert.notEqual(looks(asked), plain, asked)
  })
})
