import { expect, test } from 'vitest'
import { pictureSources } from '#modules/gallery/api'

test('a picture of ours comes in the width that is needed', () => {
  const { src, srcSet, sizes } = pictureSources('/pictures/ab/wenna.png', '14rem')
  expect(src).toBe('/pictures/ab/wenna.png?w=768')
  expect(srcSet).toContain('/pictures/ab/wenna.png?w=192 192w, /pictures/ab/wenna.png?w=384 384w')
  expect(sizes).toBe('14rem')
})

test('a drawing is fetched once, for every width', () => {
  const address = '/pictures/drawn/1abc.svg'
  expect(pictureSources(address, '14rem')).toEqual({ src: address })
})

test("somebody else's picture is fetched as it was given", () => {
  const address = 'https://example.test/pictures/a.png?size=1'
  expect(pictureSources(address, '14rem')).toEqual({ src: address })
})
