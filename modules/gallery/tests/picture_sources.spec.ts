import { test } from '@japa/runner'
import { pictureSources } from '../api.ts'

test.group('pictureSources', () => {
  test('offers every width of a picture on this server', ({ assert }) => {
    const { src, srcSet, sizes } = pictureSources('/pictures/builtin/wenna-avatar.webp', '14rem')
    assert.equal(src, '/pictures/builtin/wenna-avatar.webp?w=768')
    assert.include(
      srcSet,
      '/pictures/builtin/wenna-avatar.webp?w=192 192w, /pictures/builtin/wenna-avatar.webp?w=384 384w'
    )
    assert.equal(sizes, '14rem')
  })

  test('offers every width of a picture of the fifty, whose address ends in .svg', ({ assert }) => {
    const { src, srcSet } = pictureSources('/pictures/drawn/1abc.svg', '14rem')
    assert.equal(src, '/pictures/drawn/1abc.svg?w=768')
    assert.include(srcSet, '/pictures/drawn/1abc.svg?w=96 96w')
  })

  test('keeps the address of a facet mark', ({ assert }) => {
    const address = '/pictures/mark/1abc.svg'
    assert.deepEqual(pictureSources(address, '14rem'), { src: address })
  })

  test('keeps an external address', ({ assert }) => {
    const address = 'https://example.test/pictures/a.png?size=1'
    assert.deepEqual(pictureSources(address, '14rem'), { src: address })
  })
})
