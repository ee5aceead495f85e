import { isDeepStrictEqual } from 'node:util'
import {
  byafImages,
  type CardAsset,
  type CardBook,
  decodeText,
  defaultAsset,
  isRemote,
  JsonDocument,
} from '../../../formats/index.ts'
import {
  arePicturesAsImported,
  iconsOfFile,
  keptAssets,
  mainOf,
  newAssets,
  unchangedImages,
  type PlannedAsset,
} from '../card_assets_plan.ts'
import {
  isUnedited,
  newCard,
  patchedCard,
  readOriginal,
  withAssets,
  withId,
  withLorebookId,
  withUris,
} from '../card_texts.ts'
import { characterBook, lorebookText } from '../character_book.ts'
import type { CardJob, LorebookJob, WritingJob, WrittenText } from './writing_job.ts'

/** Returns the texts of a job: one for each version of a card, or a single one for a lorebook. */
export const writeTexts = (job: WritingJob): WrittenText[] =>
  job.kind === 'card' ? writeCards(job) : [{ ...withoutOriginal, text: writeBook(job) }]

const writeBook = ({ id, stored, format }: LorebookJob): string => {
  const text = lorebookText(stored, format)
  // An unchanged text is known by its hash.
  const isUnchanged = stored.original !== null && text === decodeText(stored.original.bytes).text
  return isUnchanged ? text : withLorebookId(text, id)
}

const withoutOriginal = { assets: [], dropped: [], isAsImported: false, icons: null }

const writeCards = ({ id, character, createdAt, pictures, books, format, specs, ...job }: CardJob): WrittenText[] => {
  const original = job.original && readOriginal(job.original, job.options)
  const imported = job.original?.stored ?? null
  const kept = original?.draft.book
  // Without lorebooks, an original book stays if the import stored none of it. The owner removed any other book.
  const wasLeftOut = kept?.entryCount === 0 || imported?.hasLorebook === false
  const written = () => characterBook(books, original?.draft.name ?? character.name)
  const book = kept && isSameWorld(books, kept) ? kept : (written() ?? (kept && wasLeftOut ? kept : null))
  const isAsImported =
    original !== null && arePicturesAsImported(imported, pictures) && isUnedited(original, { ...character, book })
  const images = original ? [] : imagesOf(job.original)
  const icons = iconsOfFile(imported, original?.draft.assets ?? images, pictures)
  return specs.map((spec) => {
    if (original) {
      const { draft, fileFormat } = original
      const { hasFile, iconFormat } = job
      const plan = { fileFormat, format, imported, hasFile, isForOwner: id !== null, iconFormat }
      const { assets, moved, dropped } = keptAssets(draft.assets, pictures, plan)
      const text = patchedCard(original, { ...character, book, assets: assets.map(toCardAsset) }, spec)
      if (text !== null) {
        const planned = assets.map((asset) => ({ ...asset, uri: moved.get(asset.uri) ?? asset.uri }))
        const linked = withUris(text, moved, dropped)
        const listed = mainOf(planned, 'icon') ? planned : [defaultAsset, ...planned]
        // V2 has no list of assets, but readers of archives look for one.
        const isListed = format === 'charx' || (spec === 'v3' && format === 'png' && planned.some(hasFileOfItsOwn))
        const complete = isListed ? withAssets(linked, listed.map(toCardAsset)) : linked
        return {
          // An unchanged text is known by its hash.
          text: complete === original.text ? complete : withId(complete, id),
          assets: planned,
          dropped,
          isAsImported,
          icons,
        }
      }
    }
    const assets = newAssets(pictures, format, job.iconFormat, job.hasFile ? unchangedImages(images, imported) : [])
    const dates = { createdAt: new Date(createdAt), updatedAt: new Date() }
    const text = newCard({ ...character, book, assets: assets.map(toCardAsset), ...dates }, spec)
    const complete = format === 'charx' ? withAssets(text, assets.map(toCardAsset)) : text
    return { ...withoutOriginal, text: withId(complete, id), assets, icons }
  })
}

/** Returns the pictures of a card that can't be patched. */
const imagesOf = (original: CardJob['original']): CardAsset[] => {
  if (original?.cardFormat !== 'byaf') return []
  const document = JsonDocument.read(original.document)
  return document.ok ? byafImages({ path: original.documentSource, value: document.value.toValue() }) : []
}

/** Whether a character still has the unedited lorebook of its card, if that has the shape of a SillyTavern world. */
const isSameWorld = ([book, ...others]: CardJob['books'], { value }: CardBook): boolean => {
  if (book?.original?.format !== 'sillytavern' || others.length > 0) return false
  const { text } = decodeText(book.original.bytes)
  const document = JsonDocument.parse(text)
  const isOfCard = document.ok && isDeepStrictEqual(document.value.toValue(), value)
  return isOfCard && lorebookText(book, 'sillytavern') === text
}

const hasFileOfItsOwn = ({ uri }: PlannedAsset) => !uri.startsWith('ccdefault:') && !isRemote(uri)

const toCardAsset = ({ type, uri, name, ext }: CardAsset): CardAsset => ({ type, uri, name, ext })
