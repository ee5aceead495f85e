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

  test('keeps the address of a drawing', ({ assert }) => {
    const address = '/pictures/drawn/1abc.svg'
    assert.deepEqual(pictureSources(address, '14rem'), { src: address })
  })

  test('keeps an external address', ({ assert }) => {
    const address = 'https://example.test/pictures/a.png?size=1'
    assert.deepEqual(pictureSources(address, '14rem'), { src: address })
  })
})
