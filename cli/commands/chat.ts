import { createInterface } from 'node:readline'
import type { DefineCommand } from '../define.ts'
import { withExamples } from '../examples.ts'
import {
  asOutcome,
  callInstance,
  CallFailed,
  failureOf,
  tokenMissing,
  withInstance,
  type Instance,
} from '../instance.ts'
import { done } from '../outcome.ts'
import { isTerminal } from '../terminal.ts'

interface Options extends Instance {
  session?: string
  json?: boolean
}

interface Message {
  role: 'user' | 'assistant'
  content: string
}

export const chat: DefineCommand = (program, run) => {
  const command = withInstance(
    program
      .command('chat')
      .description('talk to a character or a model; each line of standard input is a message')
      .argument('<character>', 'its id, the address of its page, or the name of a model')
      .option('--session <id>', 'go on with this chat of yours')
  ).action((character: string, options: Options) =>
    run(() => talk(character, { ...options, json: program.opts().json as boolean }))
  )
  withExamples(
    command,
    ['npm run cli -- chat basic', 'talks to an assistant until Ctrl-D, with the token in FACET_TOKEN'],
    [`printf 'Good evening.' | npm run cli -- chat 0198c5a6-0000-7000-8000-000000000000 --json`, 'for scripts']
  )
}

const talk = async (character: string, { session, json = false, ...instance }: Options) => {
  const missing = tokenMissing(instance)
  if (missing) return missing
  const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(character) ?? []
  const model = id && !character.startsWith('character:') ? `character:${id}` : character
  const messages: Message[] = []
  const metadata = session && { metadata: { session } }
  const lines = createInterface({ input: process.stdin, terminal: false })
  const prompt = () => void (isTerminal() && process.stderr.write('> '))
  try {
    prompt()
    for await (const line of lines) {
      if (line.trim() !== '') {
        messages.push({ role: 'user', content: line })
        const given = messages.slice(-messagesMax)
        const body = { model, messages: session ? given.slice(-1) : given, stream: true, ...metadata }
        let content = ''
        for await (const piece of answer(instance, body)) {
          content += piece
          if (!json) process.stdout.write(piece)
        }
        if (!json) process.stdout.write('\n')
        messages.push({ role: 'assistant', content })
      }
      prompt()
    }
  } catch (error) {
    return asOutcome(error)
  } finally {
    lines.close()
  }
  const answers = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  return done(json ? `${answers.length} answers` : '', { answers })
}

/** `/v1` takes at most 200 messages. */
const messagesMax = 200

/** Streams an answer. */
async function* answer(instance: Instance, body: object): AsyncGenerator<string> {
  const { body: stream } = await callInstance(instance, '/v1/chat/completions', body)
  let rest = ''
  for await (const text of stream!.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop()!
    for (const frame of frames) {
      if (!frame.startsWith('data: ')) continue
      const event = frame.slice('data: '.length)
      if (event === '[DONE]') return
      const failure = failureOf(event)
      if (failure) throw failure
      yield JSON.parse(event).choices[0]?.delta.content ?? ''
    }
  }
  throw new CallFailed('The answer broke off.', 'cut_off')
}
