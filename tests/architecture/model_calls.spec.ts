import { test } from '@japa/runner'
import { sources, textOf } from './sources.ts'

/**
 * The code that may call a model or a drawing service, and what pays for or limits the call. A call from anywhere else fails the test: begin
 * a reply with a hold, or add a kind to `modules/chat/replies/allowance.ts`.
 */
const permitted: Record<string, { pattern: RegExp; files: Record<string, string> }> = {
  'a model': {
    pattern: /\.streamReply\b|\[['"]streamReply['"]\]|\{[^{}]*\bstreamReply\b[^{}]*\}\s*=[^=>]/,
    files: {
      'modules/chat/replies/run/shrinking_request.ts': 'the hold of a reply, or the limits of visitors',
      'modules/chat/replies/allowance.ts': 'the allowance',
      'plugins/contract/fallback_chain.ts': 'passes a call on',
      'plugins/contract/probe_model.ts': 'probes of the operator',
      'modules/connections/src/queries/ask_connection.ts': 'tests by admins, with a limit of their own',
    },
  },
  'a request of a reply': {
    pattern: /\bnew ShrinkingRequest\b/,
    files: {
      'modules/chat/replies/run/start_reply.ts': 'the hold of a reply',
      'modules/chat/replies/demo/answer_visitor.ts': 'the limits of visitors',
    },
  },
  'the start of a reply': {
    pattern: /\bstartReply\(/,
    files: {
      'modules/chat/replies/begin/begin_reply.ts': 'beginSend and beginNext hold',
    },
  },
  'a probe': {
    pattern: /\.probe\(/,
    files: {
      'cli/commands/doctor.ts': 'the operator',
    },
  },
  'a drawing service': {
    pattern: /\.draw\(/,
    files: {
      'modules/imagegen/src/actions/make_picture.ts': 'a hold, and the limits of drawn pictures',
      'modules/imagegen/src/drawing/image_engine.ts': 'called by the file above',
      'modules/chat/replies/pictures/draw_moment.ts': 'a hold, and the limits of drawn pictures',
      'plugins/image-local/src/local_images.ts': 'draws in its own threads',
    },
  },
  'a voice service': {
    pattern: /\bprovider\.(speak|transcribe!?)\(/,
    files: {
      'modules/voice/src/voice_engine.ts': 'called by the two below',
    },
  },
  'the voice engine': {
    pattern: /\bengine\.(speak|transcribe)\(/,
    files: {
      'modules/voice/src/actions/speak_text.ts': 'a hold, and the allowance',
      'modules/voice/src/http/transcriptions_controller.ts': 'the allowance',
    },
  },
}

/** The kits call providers in tests. */
const isKit = (file: string) => file.startsWith('plugins/kits/')

test.group('Calls of models', () => {
  for (const [name, { pattern, files }] of Object.entries(permitted))
    test(`${name}: reached only with a hold, the allowance, or limits of its own`, ({ assert }) => {
      const found = sources.filter((file) => pattern.test(textOf(file)) && !isKit(file))
      assert.sameMembers(
        found,
        Object.keys(files),
        'Only these files may reach it. Hold rubies first, or draw on the allowance (modules/chat/replies/allowance.ts).'
      )
    })

  test('all that begins a reply holds its price in the same statement', ({ assert }) => {
    const text = textOf('modules/chat/replies/begin/begin_statements.ts')
    for (const pattern of [/INSERT INTO replies/g, /\$\{hold\(/g]) assert.lengthOf([...text.matchAll(pattern)], 2)
    const inserting = sources.filter(
      (file) => /INSERT INTO replies\b/i.test(textOf(file)) && !file.includes('/migrations/')
    )
    assert.lengthOf(inserting, 1)
  })
})
