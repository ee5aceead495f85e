import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { storageFullMessage, Storage, type StorageUse } from '#modules/accounts/index'
import { CardCharacters, type CardCharacter, type CardSaveRefusal, type CharacterProblem } from '#modules/gallery/index'
import { ChatTransfer } from '#modules/chat/index'
import { PictureStore } from '#modules/imagegen/index'
import { Lore, type ImportedBook, type OriginalLorebook } from '#modules/lore/index'
import { waitForLock } from '#modules/kernel/locks'
import { inSlices } from '#modules/kernel/steps'
import { differenceLimits, type CardFileOutcome, type CardMatch } from '../../api.ts'
import { type ChatEvent, ChatRefused, ChatsOfFile } from '../../formats/index.ts'
import { CardOriginals, type StoredFile } from '../originals/card_originals.ts'
import { baseNameOf } from './base_name.ts'
import { differencesBetween, lengthOf } from './card_differences.ts'
import { compareBooks } from './compare_books.ts'
import type { ImportCardsInput } from './import_cards_input.ts'
import { ImportedLorebooks } from './imported_lorebooks.ts'
import { bookOutcome, cardOutcome, contentsOf, knownOutcome, refusedOutcome } from './outcomes.ts'
import type { CardEvent, ReadBook, ReadCard } from './reading/card_event.ts'
import { sha256OfFile } from './sha256_of_file.ts'
import { type StoredPictures, storePictures } from './store_pictures.ts'

const previewWidth = 96
/** The time limit for the pictures of an upload. Only hostile pictures need that long. */
const picturesTimeMs = 10 * 60_000

type Card = ReadCard & Pick<CardEvent, 'file'>
type Book = ReadBook & Pick<CardEvent, 'file'>

/** A character that the owner already has. */
interface Duplicate {
  id: string
  name: string
  lorebookIds: string[]
  by: CardMatch['by']
}

/** Aborts the import of a file with a refusal. `reason` is for users. */
class Refused extends Error {
  constructor(readonly reason: string) {
    super('refused')
  }
}

/** Stores the cards and lorebooks that were read. */
@inject()
export class CardImporter {
  constructor(
    readonly db: Database,
    readonly characters: CardCharacters,
    readonly lore: Lore,
    readonly lorebooks: ImportedLorebooks,
    readonly originals: CardOriginals,
    readonly pictures: PictureStore,
    readonly transfer: ChatTransfer,
    readonly storage: Storage
  ) {}

  get readingOptions() {
    return this.characters.categories
  }

  begin(input: ImportCardsInput): CardImportRun {
    return new CardImportRun(this, input)
  }
}

/** The state of one import. */
export class CardImportRun {
  /** Names of the characters in a preview, by hash of the file and of the document. Used to find duplicates among its files. */
  readonly #shown = new Map<string, string>()
  /** Lorebook imports in progress, by hash. */
  readonly #books = new Map<string, Promise<unknown>>()
  readonly #picturesUntil: number
  #usedBytes: number | null = null
  /** The length of the differences that were returned. */
  #differencesLength = 0
  #reading: Promise<StorageUse> | null = null

  constructor(
    private readonly services: CardImporter,
    private readonly input: ImportCardsInput
  ) {
    this.#picturesUntil = input.cameBy === 'bulk' ? Infinity : Date.now() + picturesTimeMs
  }

  /**
   * Returns the outcome of a file that the owner has imported before. Finds the file by its hash, because a second import of thousands of
   * files must not read them again. Null if the file must be read.
   */
  async findKnown({ path, name }: { path: string; name: string }): Promise<CardFileOutcome | null> {
    const { originals, characters } = this.services
    const { ownerId, doubles, dryRun } = this.input
    if (dryRun || doubles !== 'skip') return null
    const same = await originals.findByFile(ownerId, await sha256OfFile(path))
    if (same.length === 0) return null
    const own = await characters.findOwn(
      ownerId,
      same.map(({ characterId }) => characterId)
    )
    const known = same.find(({ characterId }) => own.has(characterId))
    return known
      ? knownOutcome(name, known.cardFormat, { id: known.characterId, name: own.get(known.characterId)!.name })
      : null
  }

  async importFile(event: CardEvent): Promise<CardFileOutcome> {
    try {
      switch (event.kind) {
        case 'refused':
          return refusedOutcome(event, event.because)
        case 'card':
          return this.input.dryRun ? await this.#preview(event) : await this.#store(event)
        case 'book':
          return await this.#takeBookInTurn(event)
      }
    } catch (error) {
      if (error instanceof Refused) return refusedOutcome(event, error.reason)
      throw error
    }
  }

  /** Returns what the import would do with the card. Of an upload, also what the rule `version` would change. */
  async #preview(card: Card): Promise<CardFileOutcome> {
    const { pictures } = this.services
    const { ownerId, cameBy, doubles } = this.input
    const checked = this.#check(card)
    const duplicate = await this.#findDuplicate(card)
    const found = duplicate ?? (cameBy !== 'bulk' || doubles === 'version' ? await this.#findEarlier(card) : null)
    const { original, document } = card
    const shown = [original.sha256, document.sha256].map((hash) => this.#shown.get(hash)).find(Boolean)
    for (const hash of [original.sha256, document.sha256]) this.#shown.set(hash, checked.name)
    const preview = card.icon === null ? null : await pictures.preview(card.icon, previewWidth, ownerId)
    const picture = preview?.ok ? `data:image/webp;base64,${preview.value.toString('base64')}` : null
    const isLeftOut = doubles === 'skip' && (duplicate !== null || shown !== undefined)
    const replaced = isLeftOut ? duplicate : doubles === 'version' ? found : null
    return cardOutcome(withImportedChats(card), {
      outcome: isLeftOut ? 'double' : 'imported',
      character: { id: replaced?.id ?? null, name: replaced?.name ?? checked.name },
      match: found && { ...matchOf(found), ...(cameBy !== 'bulk' && (await this.#compare(card, found))) },
      lorebook: card.book && { id: null, name: card.book.book.name, entryCount: card.book.entries.length },
      contents: contentsOf(card, checked.forbiddenWords, picture),
    })
  }

  async #compare(card: Card, duplicate: Duplicate): Promise<Pick<CardMatch, 'differences' | 'moreDifferences'> | null> {
    if (this.#differencesLength > differenceLimits.lengthMax) return null
    const { ownerId } = this.input
    const versions = await this.services.characters.previewVersion(duplicate.id, ownerId, {
      ...card.draft,
      greeting: '',
    })
    if (!versions) return null
    const books = await this.#compareBooks(card, duplicate)
    const compared = await inSlices(ownerId, differencesBetween(versions.before, versions.after, books))
    this.#differencesLength += lengthOf(compared.differences)
    return compared
  }

  /** Returns the lorebook that the rule `version` would replace, and the card's. Null if it would keep the present one. */
  async #compareBooks({ book }: Card, duplicate: Duplicate): Promise<{ before: string | null; after: string } | null> {
    if (book === null || (await this.#hasBook(duplicate, book.original))) return null
    const [id] = duplicate.lorebookIds
    const present = id === undefined ? null : await this.services.lore.readForExport(this.input.ownerId, id)
    return compareBooks(present, book)
  }

  async #store(card: Card): Promise<CardFileOutcome> {
    const { db, originals, pictures } = this.services
    const { ownerId, doubles, signal } = this.input
    const known = doubles === 'skip' ? await this.#findDuplicate(card) : null
    if (known && doubles === 'skip') return duplicateOutcome(card, known)
    const { forbiddenWords } = this.#check(card)
    await this.#reserve(card.original.bytes + card.document.bytes.byteLength)
    const { warnings, originalAssets, ...stored } = await storePictures(pictures, card, {
      ownerId,
      signal,
      until: this.#picturesUntil,
    })
    const file = await originals.writeFile(ownerId, card.original)
    const outcome = await db.transaction((trx) =>
      this.#save(card, { ...card.draft, greeting: '', ...stored }, { ...file, originalAssets }, trx)
    )
    if (outcome.kind === 'duplicate') return duplicateOutcome(card, outcome.duplicate)
    const { character, lorebook } = outcome
    return cardOutcome(
      {
        ...(outcome.hasChats ? withImportedChats(card) : card),
        warnings: [...card.warnings, ...warnings, ...outcome.warnings],
      },
      {
        outcome: 'imported',
        character,
        match: outcome.duplicate && matchOf(outcome.duplicate),
        lorebook,
        contents: contentsOf(card, forbiddenWords, null),
      }
    )
  }

  /** Saves the character, its lorebook and its original, all or none. */
  async #save(
    card: Card,
    draft: CardCharacter,
    { originalAssets, ...file }: StoredFile & Pick<StoredPictures, 'originalAssets'>,
    trx: TransactionClientContract
  ) {
    const { characters, originals } = this.services
    const { ownerId, doubles, cameBy = 'upload' } = this.input
    // Another file or another import may store the same card concurrently.
    await waitForLock(trx, `cards.import ${ownerId}`)
    let duplicate = doubles === 'copy' ? null : await this.#findDuplicate(card, trx)
    if (!duplicate && doubles === 'version') duplicate = await this.#findEarlier(card, trx)
    if (duplicate && doubles === 'skip') return { kind: 'duplicate' as const, duplicate }
    const warnings: string[] = []
    const isKnown = card.book !== null && duplicate !== null && (await this.#hasBook(duplicate, card.book.original))
    const book = card.book && !isKnown ? await this.#saveBookOf(card.book, duplicate, trx) : null
    if (book?.kind === 'refused') warnings.push(`The lorebook was left out: ${book.reason}`)
    const lorebook = book?.kind === 'made' ? { id: book.id, name: book.name, entryCount: book.entryCount } : null
    // A lorebook that the owner made stays the owner's, but leaves its place.
    const whole = lorebook
      ? { ...draft, lorebookIds: [lorebook.id, ...(duplicate?.lorebookIds.slice(1) ?? [])] }
      : draft
    const character = duplicate
      ? valueOrRefuse(await characters.saveVersion(duplicate.id, ownerId, whole, trx), versionReason)
      : valueOrRefuse(await characters.create(ownerId, whole, trx), problemsReason)
    const { original, document } = card
    await originals.store(trx, {
      characterId: character.id,
      file,
      fileName: original.name,
      archiveName: original.archiveName,
      fileFormat: original.format,
      cardFormat: card.format,
      document: document.bytes,
      documentSource: document.source,
      documentSha256: document.sha256,
      cameBy,
      origins: card.origins,
      stored: {
        avatar: draft.avatar ?? null,
        background: draft.background ?? null,
        assets: originalAssets,
        hasLorebook: lorebook !== null || (duplicate?.lorebookIds.length ?? 0) > 0,
      },
    })
    // The first import of a duplicate has already stored its chats.
    const hasChats = duplicate === null && (await this.#saveChats(card, character.id, trx))
    return { kind: 'saved' as const, character, duplicate, lorebook, warnings, hasChats }
  }

  /** Saves all chats of the file. If one can't be saved, saves none, and only the original keeps them. */
  async #saveChats({ chatEvents }: Card, characterId: string, trx: TransactionClientContract): Promise<boolean> {
    if (chatEvents.length === 0) return false
    const { ownerId: userId } = this.input
    try {
      await trx.transaction(async (savepoint) => {
        for await (const { header, messages } of new ChatsOfFile(eventsOf(chatEvents))) {
          const stored = await this.services.transfer.importChat({ userId, characterId, header, messages }, savepoint)
          if (!stored.ok) throw new Refused(stored.failure.kind)
        }
      })
      return true
    } catch (error) {
      if (error instanceof Refused || error instanceof ChatRefused) return false
      throw error
    }
  }

  /** Saves the lorebook of a card. Of a duplicate, updates the first lorebook if it came from a file. */
  async #saveBookOf(
    book: ImportedBook & { original: OriginalLorebook },
    duplicate: Duplicate | null,
    trx: TransactionClientContract
  ) {
    const id = duplicate?.lorebookIds[0]
    const present = id === undefined ? null : await this.services.lore.readForExport(this.input.ownerId, id)
    if (id === undefined || !present?.original) return this.#saveBook(book, trx)
    const updated = await this.#updateBook(id, (await compareBooks(present, book)) && book, trx)
    return updated.kind === 'made' ? { ...updated, name: book.book.name, entryCount: book.entries.length } : updated
  }

  async #saveBook(
    { original, ...book }: ImportedBook & { original: OriginalLorebook },
    trx: TransactionClientContract
  ) {
    const made = await this.services.lore.createFromImport(this.input.ownerId, book, original, trx)
    return made.ok
      ? { kind: 'made' as const, ...made.value, name: book.book.name }
      : { kind: 'refused' as const, reason: made.failure.message }
  }

  /** Imports identical files one after the other, so that the second is detected as a duplicate. */
  async #takeBookInTurn(event: Book): Promise<CardFileOutcome> {
    const { sha256 } = event.original
    const before = this.#books.get(sha256) ?? Promise.resolve()
    const taken = before.catch(() => {}).then(() => this.#takeBook(event))
    this.#books.set(sha256, taken)
    return taken
  }

  async #takeBook(event: Book): Promise<CardFileOutcome> {
    const { db, lore, lorebooks } = this.services
    const { ownerId, doubles, dryRun, cameBy } = this.input
    const { entries, original } = event.book
    const id = doubles === 'copy' && !dryRun ? null : await lorebooks.findDuplicate(ownerId, event)
    const present = id === null ? null : await lore.readForExport(ownerId, id)
    const duplicate = id !== null && present ? { id, ...present } : null
    const replaced = doubles === 'version' ? duplicate : null
    // The file of a lorebook without a name has its name.
    const named = event.book.book.name.trim() || replaced?.book.name || baseNameOf(event.original.name) || 'Lorebook'
    const book = { book: { ...event.book.book, name: named }, entries }
    const change = duplicate && (dryRun || replaced) ? await compareBooks(duplicate, book) : null
    const match = duplicate && {
      ...matchOf({ id: duplicate.id, name: duplicate.book.name, by: 'card' }),
      ...(dryRun &&
        cameBy !== 'bulk' && { differences: change ? [{ field: 'lorebook' as const, number: null, ...change }] : [] }),
    }
    if (duplicate && doubles === 'skip') {
      const { id, book, entries } = duplicate
      return bookOutcome(event, {
        outcome: 'double',
        lorebook: { id, name: book.name, entryCount: entries.length },
        match,
      })
    }
    const shown = { id: replaced?.id ?? null, name: named, entryCount: entries.length }
    if (dryRun) return bookOutcome(event, { outcome: 'imported', lorebook: shown, match })
    const made = await db.transaction(async (trx) => {
      const made = replaced
        ? await this.#updateBook(replaced.id, change === null ? null : { ...book, original }, trx)
        : await this.#saveBook({ ...book, original }, trx)
      if (made.kind === 'refused') throw new Refused(made.reason)
      await lorebooks.add(ownerId, event, made.id, trx)
      return made.id
    })
    return bookOutcome(event, { outcome: 'imported', lorebook: { ...shown, id: made }, match: replaced && match })
  }

  /** Replaces a lorebook, unless the file has no other texts. */
  async #updateBook(
    id: string,
    book: (ImportedBook & { original: OriginalLorebook }) | null,
    trx: TransactionClientContract
  ): Promise<{ kind: 'made'; id: string } | { kind: 'refused'; reason: string }> {
    if (book === null) return { kind: 'made', id }
    const made = await this.services.lore.replaceFromImport(this.input.ownerId, id, book, book.original, trx)
    if (made === null) return { kind: 'refused', reason: 'The lorebook was deleted meanwhile.' }
    return made.ok ? { kind: 'made', id } : { kind: 'refused', reason: made.failure.message }
  }

  /** Whether a character already has a lorebook that was imported from the same text. */
  async #hasBook({ lorebookIds }: Duplicate, { bytes }: OriginalLorebook): Promise<boolean> {
    for (const id of lorebookIds) {
      const stored = await this.services.lore.readForExport(this.input.ownerId, id)
      if (stored?.original && Buffer.compare(stored.original.bytes, bytes) === 0) return true
    }
    return false
  }

  /**
   * Finds the character that another version of a card became: of the same source, or with the same name by the same creator. These can
   * also be other cards, so only the rule `version` updates the character.
   */
  async #findEarlier({ draft, origins }: Card, trx?: TransactionClientContract): Promise<Duplicate | null> {
    const { characters, originals } = this.services
    const { ownerId } = this.input
    const ofSource = await this.#newestOwn(await originals.findByOrigins(ownerId, origins, trx), 'source', trx)
    if (ofSource) return ofSource
    const found = await characters.findByOrigin(ownerId, draft, trx)
    return found && this.#newestOwn([found.id], found.by, trx)
  }

  /**
   * Finds the newest character that was imported from the same file or text, now or earlier, or that was exported as this card.
   */
  async #findDuplicate(
    { original, document, facetId }: Card,
    trx?: TransactionClientContract
  ): Promise<Duplicate | null> {
    const hashes = { fileSha256: original.sha256, documentSha256: document.sha256 }
    const imported = await this.services.originals.findDuplicates(this.input.ownerId, hashes, trx)
    return this.#newestOwn(facetId === null ? imported : [...imported, facetId], 'card', trx)
  }

  /** Returns the first of these characters that the owner still has. */
  async #newestOwn(
    ids: readonly string[],
    by: CardMatch['by'],
    trx?: TransactionClientContract
  ): Promise<Duplicate | null> {
    if (ids.length === 0) return null
    const own = await this.services.characters.findOwn(this.input.ownerId, ids, trx)
    const id = ids.find((id) => own.has(id))
    return id === undefined ? null : { id, by, ...own.get(id)! }
  }

  #check(card: Card): { name: string; forbiddenWords: string[] } {
    return valueOrRefuse(this.services.characters.check(card.draft), problemsReason)
  }

  /** Adds to the used storage before a card is stored. Refuses a card that exceeds the limit. */
  async #reserve(bytes: number) {
    // The limit doesn't apply to bulk imports, because an admin runs them.
    if (this.input.cameBy === 'bulk') return
    // Cards that are stored concurrently share one query.
    const { usedBytes, bytesMax } = await (this.#reading ??= this.services.storage.use(this.input.ownerId))
    this.#usedBytes ??= usedBytes
    if (this.#usedBytes + bytes > bytesMax) {
      const full = { usedBytes: this.#usedBytes, bytesMax }
      this.input.onFull?.(full)
      throw new Refused(storageFullMessage(full))
    }
    this.#usedBytes += bytes
  }
}

async function* eventsOf(events: readonly ChatEvent[]): AsyncGenerator<ChatEvent> {
  yield* events
}

/** Removes the chats from the report if they were imported. Other chats are reported as kept. */
const withImportedChats = (card: Card): Card => (card.chatEvents.length > 0 ? { ...card, chats: [] } : card)

const duplicateOutcome = (card: Card, duplicate: Duplicate): CardFileOutcome => {
  const { id, name } = duplicate
  const character = { id, name }
  return cardOutcome(card, { outcome: 'double', character, match: matchOf(duplicate), lorebook: null, contents: null })
}

const matchOf = ({ id, name, by }: Omit<Duplicate, 'lorebookIds'>): CardMatch => ({
  id,
  name,
  by,
  differences: null,
  moreDifferences: 0,
})

const valueOrRefuse = <Value, Failure>(
  result: { ok: true; value: Value } | { ok: false; failure: Failure },
  reasonOf: (failure: Failure) => string
): Value => {
  if (!result.ok) throw new Refused(reasonOf(result.failure))
  return result.value
}

const problemsReason = (problems: readonly CharacterProblem[]): string =>
  [...new Set(problems.map(({ message }) => message))].join(' ')

const versionReason = (refusal: CardSaveRefusal): string => {
  switch (refusal.kind) {
    case 'problems':
      return problemsReason(refusal.problems)
    case 'unavailable':
      return 'The character was deleted meanwhile.'
    case 'history_full':
      return 'The character has as many versions as it can have. Import the card as a copy.'
  }
}
