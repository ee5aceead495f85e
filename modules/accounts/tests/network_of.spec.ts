import { test } from '@japa/runner'
import { networkOf } from '../src/domain/network_of.ts'

test.group('The network of an address', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8:1::2:3:4', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ] as const)
    test(`is ${network || 'nothing'} for ${address || 'none'}`, ({ assert }) => {
      assert.equal(networkOf(address), network)
    })

  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::9', '2001:db8:0::/48'],
    ['', ''],
  ] as const)
    test(`is ${network || 'nothing'} for ${address || 'none'} when grouped by /24 and /48`, ({ assert }) => {
      assert.equal(networkOf(address, { ipv4Bytes: 3, ipv6Groups: 3 }), network)
    })
})
