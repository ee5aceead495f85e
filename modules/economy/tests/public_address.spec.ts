import { test } from '@japa/runner'
import { isPublicAddress } from '#config/public_address'

test.group('A public address', () => {
  for (const url of [
    'https://facet.example',
    'https://facet.example:8443/',
    'http://facet.example',
    'https://facet.example.',
    'http://9.9.9.9:3333',
    'http://172.32.0.1',
    'http://192.169.0.1',
    'http://100.128.0.1',
    'http://[2606:4700::1111]:3333',
    'https://localhost.facet.example',
    'https://mylocalhost.com',
    'https://10.0.0.1.nip.io',
  ])
    test(`is ${url}`, ({ assert }) => assert.isTrue(isPublicAddress(url)))

  for (const url of [
    'http://localhost:3333',
    'http://facet.localhost',
    'http://LOCALHOST.',
    'http://127.0.0.1:3333',
    'http://127.9.9.9',
    'http://2130706433',
    'http://[::1]:3333',
    'http://[::ffff:127.0.0.1]',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.255.254',
    'http://192.168.1.20:3333',
    'http://169.254.1.1',
    'http://100.64.0.1',
    'http://[fd12:3456::1]',
    'http://[fe80::1]',
    'http://facet:3333',
    'http://nas.local',
    'https://facet.test',
    'http://facet.home.arpa',
    'http://facet.internal',
  ])
    test(`is not ${url}`, ({ assert }) => assert.isFalse(isPublicAddress(url)))
})
