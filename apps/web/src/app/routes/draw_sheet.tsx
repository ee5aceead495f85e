import { lazy, Suspense, type ComponentProps } from 'react'

const Sheet = lazy(async () => ({
  default: (await import('#web/features/imagegen/components/draw_sheet')).DrawSheet,
}))

/** The image generator's sheet, loaded when it first opens. */
export function DrawSheet(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense>
      <Sheet {...props} />
    </Suspense>
  )
}
