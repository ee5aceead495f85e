import type { ImageAspect } from '#modules/imagegen/api'

/** The contract between a form with pictures and the sheet that draws one for it, which another feature provides. */
export interface DrawSheetProps {
  isOpen: boolean
  onClose: () => void
  /** A suggestion, until the user edits it. */
  prompt: string
  aspect: ImageAspect
  /** The user chose this picture. */
  onUse: (address: string) => void
}
