import type { CardFileOutcome } from '#modules/cards/api'
import { importCards, importChats } from '#modules/cards/calls'
import { redirectToSignIn } from '#web/components/shared/sign_in_redirect'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'
import { createStore } from '#web/lib/store'
import { pickedMax, type PickedFile } from './collect_files.ts'
import { isAboutFiles, stopSentence } from './failure_kind.ts'
import type { FoundCharacter } from './find_characters.ts'
import {
  createItem,
  isNew,
  isPending,
  isWaiting,
  withPreview,
  type ChatTarget,
  type ImportItem,
  type ItemResult,
} from './import_item.ts'
import { namesInChat } from './names_in_chat.ts'
import { batchSizeOf, nextBatch, ruleOf } from './next_batch.ts'

export interface ImportState {
  phase: 'empty' | 'reading' | 'choosing' | 'importing' | 'done'
  items: readonly ImportItem[]
  /** Whether there were more files than `pickedMax`. */
  isOverfull: boolean
  /** The reason why reading or importing stopped; null while it runs and when it is complete. */
  stopped: string | null
  /** The share of the bytes that have been sent, from 0 to 1. */
  share: number
}

const emptyState: ImportState = { phase: 'empty', items: [], isOverfull: false, stopped: null, share: 0 }

const maybeImported =
  'The connection was lost before the server answered, so this file may be imported already. Check before you import it again.'

/**
 * An import, from the choice of files to its report. Files are read and sent in small batches. After an interruption, it continues with the
 * items that have no result. Cards that were imported already count as duplicates. Items that a repeated call would duplicate are not sent
 * again.
 */
export class CardImport {
  readonly #find: (name: string) => Promise<FoundCharacter[]>
  /** The keys of the items of a refused batch. They are sent one by one to find the refused file. */
  readonly #alone = new Set<string>()
  readonly state = createStore(emptyState)
  #call = new AbortController()
  #keys = 0
  #sent = { before: 0, total: 1 }

  constructor(find: (name: string) => Promise<FoundCharacter[]>) {
    this.#find = find
  }

  get #state(): ImportState {
    return this.state.current()
  }

  /** Adds files and reads them. Ignored during an import. */
  async add(picked: readonly PickedFile[]): Promise<void> {
    const { phase, items } = this.#state
    if (phase === 'importing' || picked.length === 0) return
    const kept = phase === 'done' ? [] : items
    const known = new Set(kept.map(identityOf))
    const fresh = picked.filter((one) => !known.has(identityOf(one)))
    const taken = fresh.slice(0, pickedMax - kept.length).map((one) => createItem(one, String((this.#keys += 1))))
    this.#set({ items: [...kept, ...taken], isOverfull: fresh.length > taken.length })
    if (phase !== 'reading') await this.read()
  }

  /** Reads the waiting files. */
  async read(): Promise<void> {
    const { signal } = this.#begin('reading')
    try {
      do {
        for (let batch = this.#waiting(); batch.length > 0; batch = this.#waiting()) await this.#read(batch, signal)
        await this.#proposeTargets()
        // More files may have been added meanwhile.
      } while (this.#waiting().length > 0)
      if (!signal.aborted) this.#set({ phase: 'choosing' })
    } catch (error) {
      this.#stop(error, 'choosing', signal)
    }
  }

  /** Imports the chosen files, cards first. */
  async start(): Promise<void> {
    const { signal } = this.#begin('importing')
    const total = this.#pending().reduce((sum, { file }) => sum + file.size, 0)
    this.#sent = { before: 0, total: Math.max(1, total) }
    try {
      for (let batch = this.#next(); batch.length > 0; batch = this.#next()) {
        const [first] = batch as [ImportItem]
        const send = first.isChat ? () => this.#sendChat(first, signal) : () => this.#sendCards(batch, signal)
        await this.#trying(batch, send)
        if (this.#isDone(batch)) this.#sent.before += bytesOf(batch)
      }
      this.#set({ phase: 'done', share: 1 })
    } catch (error) {
      this.#stop(error, 'done', signal)
    }
  }

  /** Aborts the running call. */
  readonly cancel = (): void => this.#call.abort()

  readonly reset = (): void => {
    this.cancel()
    this.#set(emptyState)
  }

  choose(key: string, isChosen: boolean): void {
    this.#change(key, (item) => ({ ...item, isChosen }))
  }

  /** Sets the rule for duplicates. An item without new content is chosen unless the rule is `skip`. */
  setDuplicatesRule(keys: readonly string[], doubles: ImportItem['doubles']): void {
    for (const key of keys)
      this.#change(key, (item) => {
        const hasNew = item.preview?.some(isNew)
        return { ...item, doubles, isChosen: hasNew ? item.isChosen : doubles !== 'skip' }
      })
  }

  setTarget(key: string, target: ChatTarget | null): void {
    this.#change(key, (item) => ({ ...item, target, isChosen: target !== null }))
  }

  #begin(phase: 'reading' | 'importing'): AbortController {
    this.#call = new AbortController()
    this.#set({ phase, stopped: null, share: 0 })
    return this.#call
  }

  #waiting = () => this.#batchOf(this.#state.items.filter(isWaiting))

  #pending = () => this.#state.items.filter((item) => isPending(item, this.#state.items))

  #next(): ImportItem[] {
    const pending = this.#pending()
    const cards = pending.filter(({ isChat }) => !isChat)
    return cards.length > 0 ? this.#batchOf(cards) : pending.slice(0, 1)
  }

  #batchOf = (items: readonly ImportItem[]) =>
    nextBatch(items, { alone: this.#alone, filesMax: batchSizeOf(this.#state.items.length) })

  async #read(batch: readonly ImportItem[], signal: AbortSignal): Promise<void> {
    const input = { query: { dryRun: true } as const, body: formOf(batch) }
    const answers = await this.#trying(batch, () => sendWithProgress(importCards, input, { signal }))
    if (answers) for (const item of batch) this.#change(item.key, (one) => withPreview(one, outcomesOf(item, answers)))
  }

  /** Sends a batch. Marks a refused batch to be sent file by file, or records the refusal of a single file. Rethrows other errors. */
  async #trying<Answer>(batch: readonly ImportItem[], send: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await send()
    } catch (error) {
      if (!isAboutFiles(error)) throw error
      if (batch.length > 1) for (const { key } of batch) this.#alone.add(key)
      else this.#refuse(batch[0]!, sentenceOf(error, 'The server refused the file.'))
      return null
    }
  }

  #refuse({ key }: ImportItem, because: string): void {
    const isImporting = this.#state.phase === 'importing'
    this.#change(key, (item) =>
      isImporting ? { ...item, result: { kind: 'failed', because } } : { ...item, refusal: because }
    )
  }

  async #sendCards(batch: readonly ImportItem[], signal: AbortSignal): Promise<void> {
    const rule = ruleOf(batch[0]!)
    const input = { query: { doubles: rule }, body: formOf(batch) }
    const call = (options: ProgressOptions) => sendWithProgress(importCards, input, options)
    const answers = await this.#send(batch, signal, call, { isRepeatable: rule !== 'copy' })
    for (const item of batch) {
      const outcomes = outcomesOf(item, answers)
      const isUnanswered = outcomes.length === 0
      this.#finish(
        item,
        isUnanswered
          ? { kind: 'failed', because: 'The server gave no answer about this file.' }
          : { kind: 'read', outcomes }
      )
    }
  }

  async #sendChat(item: ImportItem, signal: AbortSignal): Promise<void> {
    const character = this.#characterFor(item.target!)
    if (!character) return this.#finish(item, { kind: 'failed', because: 'Its character wasn’t imported.' })
    const body = new FormData()
    body.append('characterId', character.id)
    body.append('file', item.file, item.file.name)
    const call = (options: ProgressOptions) => sendWithProgress(importChats, { body }, options)
    const answer = await this.#send([item], signal, call, { isRepeatable: false })
    this.#finish(item, { kind: 'chat', answer, character: character.name })
  }

  #characterFor(target: ChatTarget): { id: string; name: string } | null {
    if (target.kind === 'character') return target
    const result = this.#state.items.find(({ key }) => key === target.key)?.result
    const outcomes = result?.kind === 'read' ? result.outcomes : []
    const found = outcomes.find(
      ({ character }) => character !== null && character.id !== null && character.name === target.name
    )
    return found ? { id: found.character!.id!, name: target.name } : null
  }

  /** Makes a call and reports its progress. If the call must not run twice and its answer is lost, records its items as failed. */
  async #send<Answer>(
    batch: readonly ImportItem[],
    signal: AbortSignal,
    call: (options: ProgressOptions) => Promise<Answer>,
    { isRepeatable }: { isRepeatable: boolean }
  ): Promise<Answer> {
    let isSent = false
    const onProgress = (share: number) => {
      isSent = share >= 1
      this.#set({ share: Math.min(1, (this.#sent.before + share * bytesOf(batch)) / this.#sent.total) })
    }
    try {
      return await call({ signal, onProgress })
    } catch (error) {
      const isLost = error instanceof TypeError || signal.aborted
      if (isLost && isSent && !isRepeatable)
        for (const item of batch) this.#finish(item, { kind: 'failed', because: maybeImported })
      throw error
    }
  }

  /** Proposes a character for each chat by name, from the same import, else from the characters that the user may see. */
  async #proposeTargets(): Promise<void> {
    for (const item of this.#state.items.filter(({ isChat, target, refusal }) => isChat && !target && !refusal)) {
      const names = await namesInChat(item)
      for (const name of names) {
        const target = this.#targetInFiles(name) ?? (await this.#targetByName(name))
        if (!target) continue
        this.setTarget(item.key, target)
        break
      }
    }
  }

  #targetInFiles(name: string): ChatTarget | null {
    return chatTargetsOf(this.#state.items).find((target) => isSameName(target.name, name)) ?? null
  }

  async #targetByName(name: string): Promise<ChatTarget | null> {
    // A failed search gives no proposal, so the user must choose.
    const found = await this.#find(name).catch((): FoundCharacter[] => [])
    const character = found.find((one) => isSameName(one.name, name))
    return character ? { kind: 'character', ...character } : null
  }

  #isDone = (batch: readonly ImportItem[]) =>
    batch.every(({ key }) => this.#state.items.find((item) => item.key === key)?.result !== null)

  #finish(item: ImportItem, result: ItemResult): void {
    this.#change(item.key, (one) => ({ ...one, result }))
  }

  #stop(error: unknown, phase: ImportState['phase'], signal: AbortSignal): void {
    // After a reset, nothing is left to report.
    if (signal !== this.#call.signal || this.#state.phase === 'empty') return
    if (isStatus(error, 401)) redirectToSignIn()
    this.#set({ phase, stopped: stopSentence(error) })
  }

  #change(key: string, change: (item: ImportItem) => ImportItem): void {
    this.#set({ items: this.#state.items.map((item) => (item.key === key ? change(item) : item)) })
  }

  #set(change: Partial<ImportState>): void {
    this.state.set({ ...this.#state, ...change })
  }
}

/** Returns the characters in the files of an import. Duplicates refer to existing characters. */
export const chatTargetsOf = (items: readonly ImportItem[]): ChatTarget[] =>
  items.flatMap(({ key, preview }) =>
    (preview ?? []).flatMap(({ outcome, character, match, contents }): ChatTarget[] => {
      if (outcome === 'refused' || character === null) return []
      const picture = contents?.picture ?? null
      const { id, name } = match ?? character
      return [
        id === null
          ? { kind: 'file', key, name, picture }
          : { kind: 'character', id, name, avatar: picture, avatarFocus: null },
      ]
    })
  )

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

const identityOf = ({ file, folders }: PickedFile) => [...folders, file.name, file.size, file.lastModified].join('/')

function formOf(batch: readonly ImportItem[]): FormData {
  const form = new FormData()
  for (const { file } of batch) form.append('files', file, file.name)
  return form
}

const bytesOf = (batch: readonly ImportItem[]) => batch.reduce((sum, { file }) => sum + file.size, 0)

/** Returns the outcomes of a file or, for an archive, of the files in it. */
const outcomesOf = ({ file: { name } }: ImportItem, all: readonly CardFileOutcome[]) =>
  all.filter(({ file }) => file === name || file.startsWith(`${name}/`))
