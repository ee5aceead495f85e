import { defaultAsset, isRemote } from '../../characters/card_assets.ts'
import type { CardAsset } from '../../characters/character_draft.ts'
import { keptAssets, newAssets, withMainIcon, type PlannedAsset } from '../card_assets_plan.ts'
import { newCard, patchedCard, readOriginal, withAssets } from '../card_texts.ts'
import { characterBook, lorebookText } from '../character_book.ts'
import type { CardJob, WritingJob, WrittenText } from './writing_job.ts'

/** Returns the texts of a job: one for each version of a card, or a single one for a lorebook. */
export const writeTexts = (job: WritingJob): WrittenText[] =>
  job.kind === 'card' ? writeCards(job) : [{ text: lorebookText(job.stored, job.format), assets: [] }]

const writeCards = ({ character, createdAt, pictures, books, isArchive, specs, ...job }: CardJob): WrittenText[] => {
  const original = job.original && readOriginal(job.original, job.options)
  const kept = original?.draft.book
  // Without lorebooks, only an original book without entries stays. The owner removed any other book, or the import refused it.
  const book = characterBook(books, original?.draft.name ?? character.name) ?? (kept?.entryCount === 0 ? kept : null)
  return specs.map((spec) => {
    if (original) {
      const { draft, fileFormat } = original
      const planned = keptAssets(draft.assets, pictures, { fileFormat, takesNew: isArchive })
      const assets = isArchive ? withMainIcon(planned) : planned
      const text = patchedCard(original, { ...character, book, assets: assets.map(toCardAsset) }, spec)
      if (text !== null)
        return { text: isArchive && spec === 'v3' ? withAssets(text, assets.map(toCardAsset)) : text, assets }
    }
    const planned = newAssets(pictures)
    const remote = planned.filter(({ uri }) => isRemote(uri))
    const assets = isArchive ? planned.map(toCardAsset) : [defaultAsset, ...remote.map(toCardAsset)]
    const dates = { createdAt: new Date(createdAt), updatedAt: new Date() }
    return { text: newCard({ ...character, book, assets, ...dates }, spec), assets: planned }
  })
}

const toCardAsset = ({ type, uri, name, ext }: PlannedAsset): CardAsset => ({ type, uri, name, ext })
