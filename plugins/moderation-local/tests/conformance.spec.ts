import { test } from '@japa/runner'
import { registerModerationKit } from '../../kits/moderation_kit.ts'
import { localModeration } from '../index.ts'

test.group('moderation-local | conformance', () => {
  registerModerationKit({
    name: 'moderation-local',
    test: (title, fn) => test(title, () => fn()),
    createProvider: () => localModeration({ forbiddenWords: ['gore'] }),
    found: { text: 'gore', categories: ['forbidden_words'] },
  })
})
