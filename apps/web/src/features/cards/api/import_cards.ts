import { paths, type CardFileOutcome, type DuplicatesRule } from '#modules/cards/api'
import { sendWithProgress, type ProgressOptions } from '#web/lib/send_with_progress'
import { cardForm } from './card_form.ts'

/** Imports cards and lorebooks. Throws as `sendWithProgress` does. */
export const importCards = async (
  files: readonly File[],
  doubles: DuplicatesRule,
  options: ProgressOptions
): Promise<CardFileOutcome[]> =>
  JSON.parse(await sendWithProgress(`${paths.importCards}?doubles=${doubles}`, cardForm(files), options))
