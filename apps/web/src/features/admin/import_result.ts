import type { ImportAnswer } from '#modules/gallery/api'
import { toast } from '../../lib/toasts.ts'

/** Says how many of an import are there now. */
export function toastImported({ imported, total }: ImportAnswer): void {
  toast('Import Successful', `Successfully imported ${imported} out of ${total} characters`)
}

/** Those that were neither imported nor refused were there already. */
export const duplicateCount = ({ imported, total, errors }: ImportAnswer): number => total - imported - errors.length
