import { type ComponentProps } from 'react'
import { lazyPart } from '#web/lib/lazy_part'

const Sheet = lazyPart(async () => (await import('#web/features/imagegen/components/draw_sheet')).DrawSheet, null)

/** The image generator's sheet, loaded when it first opens. */
export function DrawSheet(props: ComponentProps<typeof Sheet>) {
  return <Sheet {...props} />
}
