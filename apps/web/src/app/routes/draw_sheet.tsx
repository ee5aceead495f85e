import { lazyDialog } from '#web/lib/lazy_part'

/** The image generator's sheet. */
export const DrawSheet = lazyDialog(
  async () => (await import('#web/features/imagegen/components/draw_sheet')).DrawSheet
)
