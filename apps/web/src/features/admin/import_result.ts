import type { ImportAnswer } from '#modules/gallery/api'
import { toast } from '#web/lib/toasts'

export function toastImported({ imported, total }: ImportAnswer): void {
  toast('Import Successful', `Successfully imported ${imported} out of ${total} characters`)
}

/** Entries that were neither imported nor refused already existed. */
export const duplicateCount = ({ imported, total, errors }: ImportAnswer): number => total - imported - errors.length
