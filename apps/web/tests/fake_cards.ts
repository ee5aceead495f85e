import type { CardContents, CardFileOutcome, CardFileReport, ChatImportAnswer } from '#modules/cards/api'
import { vi } from 'vitest'
import { FakeUpload } from './fake_upload.ts'

/** The contents of an uploaded form. */
export interface SentForm {
  address: string
  names: string[]
  characterId: string | null
}

/** Fakes the calls of imports, which are uploads. The answers depend on the names of the files. */
export class FakeCards {
  /** The outcomes by the name of the file; an archive has several. Other files are new characters with the name of their file. */
  outcomes = new Map<string, CardFileOutcome[]>()
  chat: Partial<ChatImportAnswer> = {}
  readonly sent: SentForm[] = []
  /** Handlers that replace the usual answers to the next uploads, in order. */
  readonly instead: ((upload: FakeUpload) => void)[] = []

  constructor() {
    const receive = (upload: FakeUpload) => this.#receive(upload)
    class Answered extends FakeUpload {
      override send(body: unknown): void {
        super.send(body)
        receive(this)
      }
    }
    vi.stubGlobal('XMLHttpRequest', Answered)
  }

  answer(upload: FakeUpload): void {
    upload.progress(1)
    const { address, names, characterId } = formOf(upload)
    if (address.includes('/api/chats/import'))
      return upload.respond('ChatImportAnswer', chatAnswer(characterId!, this.chat), 201)
    const isDryRun = address.includes('dryRun=true')
    const isSkipped = address.includes('doubles=skip')
    const outcomes = names.flatMap((name) => this.outcomes.get(name) ?? [outcome(name)])
    upload.respond(
      'CardFileOutcomes',
      outcomes.map((one) => (isDryRun ? one : made(one, isSkipped)))
    )
  }

  #receive(upload: FakeUpload): void {
    this.sent.push(formOf(upload))
    const act = this.instead.shift() ?? ((one: FakeUpload) => this.answer(one))
    queueMicrotask(() => act(upload))
  }
}

const formOf = ({ address, body }: FakeUpload): SentForm => {
  const form = body as FormData
  const files = [...form.getAll('files'), ...form.getAll('file')] as File[]
  return { address, names: files.map(({ name }) => name), characterId: form.get('characterId') as string | null }
}

export const report = (fields: Partial<CardFileReport> = {}): CardFileReport => ({
  format: 'v3',
  spec: 'chara_card_v3 3.0',
  kept: [],
  warnings: [],
  refusedBecause: null,
  ...fields,
})

export const contents = (fields: Partial<CardContents> = {}): CardContents => ({
  teaser: 'A lighthouse keeper.',
  category: 'General',
  tags: [],
  isNsfw: false,
  greetings: 2,
  lorebookEntries: 0,
  assets: 0,
  chats: 0,
  forbiddenWords: [],
  picture: null,
  ...fields,
})

/** The outcome of a preview: a new character. */
export const outcome = (file: string, fields: Partial<CardFileOutcome> = {}): CardFileOutcome => ({
  file,
  outcome: 'imported',
  character: { id: null, name: file.replace(/^.*\/|\.\w+$/g, '') },
  match: null,
  lorebook: null,
  contents: contents(),
  report: report(),
  ...fields,
})

export const refused = (file: string, refusedBecause: string, format: string | null = null): CardFileOutcome =>
  outcome(file, {
    outcome: 'refused',
    character: null,
    contents: null,
    report: report({ format, spec: null, refusedBecause }),
  })

/** The outcome of an import after its preview. */
function made(preview: CardFileOutcome, isSkipped: boolean): CardFileOutcome {
  if (preview.outcome === 'refused' || (preview.outcome === 'double' && isSkipped)) return preview
  const { character, lorebook } = preview
  return {
    ...preview,
    outcome: 'imported',
    character: character && { ...character, id: character.id ?? `id-of-${character.name.toLowerCase()}` },
    lorebook: lorebook && { ...lorebook, id: 'book-1' },
  }
}

const chatAnswer = (characterId: string, fields: Partial<ChatImportAnswer>): ChatImportAnswer => ({
  sessionId: 'session-1',
  characterId,
  messageCount: 2,
  sessions: [{ sessionId: 'session-1', title: 'At sea', messageCount: 2 }],
  report: { format: 'sillytavern', messages: 2, kept: ['extra.bias'], warnings: [], settings: [] },
  ...fields,
})
