import { test } from '@japa/runner'
import { registerVoiceKit } from '../../kits/voice_kit.ts'
import { browserVoices } from '../index.ts'

test.group('voice-browser | conformance', () => {
  registerVoiceKit({
    name: 'voice-browser',
    test: (title, fn) => test(title, () => fn()),
    createProvider: () => browserVoices(),
  })
})
