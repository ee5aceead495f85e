import { test } from '@japa/runner'
import { unmatchedPatterns } from '#tests/support/unmatched_patterns'

test.group('Patterns of --files', () => {
  test('are named when they match no file', ({ assert }) => {
    const files = ['modules/chat/tests/stop.spec.ts', 'tests/faults/two_servers.spec.ts']
    const patterns = [
      'chat/tests/stop',
      'two_servers.spec.ts',
      'servers',
      'faults/*',
      'tests/faults/stop',
      'chat/*',
      '',
    ]
    assert.deepEqual(unmatchedPatterns(patterns, files), ['tests/faults/stop', 'chat/*'])
  })
})
