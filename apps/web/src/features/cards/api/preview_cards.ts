import { paths, type CardFileOutcome } from '#modules/cards/api'
import { sendWithProgress } from '#web/lib/send_with_progress'
import { cardForm } from './card_form.ts'

/** Reads files without importing them. Throws as `sendWithProgress` does. */
export const previewCards = async (files: readonly File[], signal: AbortSignal): Promise<CardFileOutcome[]> =>
  JSON.parse(await sendWithProgress(paths.previewCards, cardForm(files), { signal, onProgress: () => {} }))
