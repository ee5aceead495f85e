import { test } from '@japa/runner'
import { isDeeper, toJson } from '../formats/chats/json_text.ts'

test.group('Texts of JSON', () => {
  test('are measured in levels without recursion', ({ assert }) => {
    assert.isFalse(isDeeper('[[1]]', 2))
    assert.isTrue(isDeeper('[[[1]]]', 2))
    assert.isFalse(isDeeper('["[[[[\\"[[[["]', 2))
    assert.isFalse(isDeeper('[[],[],[],{}]', 2))
    assert.isTrue(isDeeper('['.repeat(1_000_000), 100_000))
    assert.isFalse(isDeeper('"\\', 2))
  })

  test('escape separators that some readers take for line breaks', ({ assert }) => {
    assert.equal(toJson('a\u2028\u2029\u0085'), '"a\\u2028\\u2029\\u0085"')
  })
})
