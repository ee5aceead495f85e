import { test } from '@japa/runner'
import { imageAspects, imageModels } from '../../contract/image.ts'
import { compose } from '../src/compose.ts'
import { colours, people, senses } from '../src/words.ts'

const svgOf = (prompt: string, changes: Partial<Parameters<typeof compose>[0]> = {}) =>
  compose({ prompt, model: 'flux-schnell', aspect: '1:1', ...changes }).svg

/** Returns the first part of an SVG that is not well formed, or null. */
const illFormed = (svg: string): string | null => {
  const open: string[] = []
  const tag = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9:-]+="[^"<>&]*")*)\s*(\/?)>\s*/y
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
  test('draws every word of the vocabulary, well formed and within bounds', ({ assert }) => {
    const words = [...new Set([...senses.keys(), ...people.keys(), ...colours.keys()])]
    assert.isAbove(words.length, 500)
    for (const [at, word] of words.entries())
      for (const prompt of [`a ${word}`, `portrait of a woman, ${word}`]) {
        const svg = svgOf(prompt, { model: imageModels[at % 3]!, aspect: imageAspects[at % 3]! })
        assert.isNull(illFormed(svg), prompt)
        assert.notMatch(svg, /NaN|undefined|Infinity|null/, prompt)
        assert.notMatch(
          svg,
          /<(script|style|text|image|foreignObject|filter)| on\w+=|href="[^#]|url\([^#]|data:/,
          prompt
        )
        for (const [, motif] of svg.matchAll(/href="#([^"]*)"/g)) assert.include(svg, `<g id="${motif}">`, prompt)
        assert.isBelow(svg.length, 80_000, prompt)
      }
  })

  test('puts no word of the prompt into the picture', ({ assert }) => {
    const svg = svgOf('"></svg><script>zebracorn</script><image href="http://zebracorn.test/"/> a castle & a witch')
    assert.notMatch(svg, /zebracorn|script|href="[^#]|<image|&/)
  })

  test('does no more work for a longer prompt', ({ assert }) => {
    const few = svgOf('castle hut knight rain night forest')
    const many = svgOf('castle hut knight rain night forest '.repeat(5000))
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

  test('shows what was asked for', ({ assert }) => {
    const asked =
      'smiling, angry, red hair, braids, glasses, blue coat, in the rain, in a forest, at night, dark skin'.split(', ')
    const drawn = ['', ...asked].map((words) => svgOf(`portrait of a woman ${words}`))
    assert.lengthOf([...new Set(drawn)], drawn.length)
    assert.include(svgOf('a man with pale skin and a red coat'), '#ffe6d3')
    assert.include(svgOf('a man with pale skin and a red coat'), '#c8372d')
    assert.include(svgOf('a castle by a lake'), 'href="#castle"')
  })
})
