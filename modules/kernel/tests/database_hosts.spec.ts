import { test } from '@japa/runner'
import { splitHosts } from '../database_hosts.ts'

test.group('The hosts of an address', () => {
  test('each become an address with the same user and database', ({ assert }) => {
    assert.deepEqual(splitHosts('postgres://u:p%40@one:5432,[::1]:5433, two/facet?sslmode=require'), [
      'postgres://u:p%40@one:5432/facet?sslmode=require',
      'postgres://u:p%40@[::1]:5433/facet?sslmode=require',
      'postgres://u:p%40@two/facet?sslmode=require',
    ])
    assert.deepEqual(splitHosts('postgresql://facet'), ['postgresql://facet'])
    // Commas and signs in a password are no separators of hosts.
    assert.deepEqual(splitHosts('postgres://u:a,b@c@one/facet'), ['postgres://u:a,b@c@one/facet'])
  })

  test('are none if the address is not of PostgreSQL, or lacks one', ({ assert }) => {
    for (const address of ['', 'mysql://one/facet', 'one,two', 'postgres://one,/facet', 'postgres://one,:5/facet'])
      assert.isNull(splitHosts(address), address)
    assert.isNull(splitHosts('postgres://one:port,two/facet'))
  })
})
