import { Skeleton } from '#web/components/ui/skeleton'
import { pageShape } from './page_shape.ts'

export function CharacterSkeleton() {
  return (
    <div role="status">
      <h1 className="sr-only">Loading the character</h1>
      <div className={pageShape.page}>
        <div className={pageShape.scene}>
          <Skeleton className="size-full rounded-none" />
        </div>
        <div className={pageShape.title}>
          <span className="block h-9 w-3/5 max-w-96 rounded-control bg-line/70" />
          <span className="mt-3.5 block h-4 w-28 rounded-control bg-line/70" />
        </div>
        <div className={pageShape.side}>
          <div className={pageShape.portrait}>
            <Skeleton className="aspect-4/5 w-full rounded-card ring-1 ring-line" />
          </div>
          <div className={pageShape.actions}>
            <Skeleton className="h-13 w-full rounded-panel" />
          </div>
        </div>
        <div className={pageShape.content}>
          {['w-full', 'w-11/12', 'w-full', 'w-2/3', 'w-full', 'w-4/5', 'w-1/2'].map((width, index) => (
            <Skeleton key={index} className={`mb-3.5 h-4 ${width}`} />
          ))}
        </div>
      </div>
    </div>
  )
}
