import { test } from '@japa/runner'
import { isOwnNonPicture, isPictureAddress } from '../picture_address.ts'

const own = ['facet.example', '192.168.1.7:3333', 'bücher.example']

test.group('A picture address', () => {
  for (const address of [
    'https://pictures.example/a.png',
    'https://facet.example@pictures.example/api/logout',
    'https://facet.example.pictures.example/a.png',
    'http://192.168.1.7:9000/a.png',
    '/pictures/uploads/abc.webp?w=96',
    'https://facet.example/pictures/uploads/abc.webp',
    'https://facet.example/pictures/a/../uploads/abc.webp?w=96',
  ])
    test(`accepts ${address}`, ({ assert }) => {
      assert.isTrue(isPictureAddress(address, own))
      assert.isFalse(isOwnNonPicture(address, own))
    })

  for (const address of [
    '/api/logout',
    '//facet.example/api/logout',
    'https://facet.example/api/logout',
    'http://facet.example/api/logout',
    'https://facet.example:443/api/logout',
    'http://facet.example:443/api/logout',
    'HTTPS://FACET.EXAMPLE/api/logout',
    'https://facet.example./api/logout',
    'https://name:word@facet.example/api/logout',
    'https://%66acet.example/api/logout',
    'https://ｆacet.example/api/logout',
    'https://facet。example/api/logout',
    'https://xn--bcher-kva.example/api/logout',
    'https://BÜCHER.example/api/logout',
    'http://192.168.1.7:3333/api/logout',
    'http://0xc0.168.263:3333/api/logout',
    'https://facet.example/pictures/../api/logout',
    'https://facet.example/pictures/%2e%2e/api/logout',
    'https://facet.example/pictures/..%2fapi/logout',
    'https://facet.example/pictures/%2e%2e%2fapi/logout',
    'https://facet.example/pictures\\..\\api\\logout',
    'https://facet.example\\api\\logout',
    'https:\\\\facet.example/api/logout',
    'https:facet.example/api/logout',
    'https:///facet.example/api/logout',
    'https://facet.example/Pictures/a.png',
    'https://facet.example/pictures/',
    'https://facet.example',
    '/pictures/%2e%2e/api/logout',
    '/pictures/..%2fapi/logout',
    '/pictures\\..\\api\\logout',
    '/pictures/\t../../api/logout',
  ])
    test(`refuses ${JSON.stringify(address)}`, ({ assert }) => {
      assert.isFalse(isPictureAddress(address, own))
      assert.isTrue(isOwnNonPicture(address, own))
    })

  test('ignores an invalid Host header', ({ assert }) => {
    assert.isTrue(isPictureAddress('https://pictures.example/a.png', ['a b', '', ':']))
  })
})
