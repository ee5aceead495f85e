import { pictureSizes, type Character } from '#modules/gallery/api'
import { Skeleton } from '#web/components/ui/skeleton'
import { Backdrop } from '#web/components/shared/backdrop'

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

/** The background or the blurred portrait behind the name. It is darkened, so that white text is readable in both themes. */
export function CharacterScene({ character, isCovered }: { character: Character; isCovered: boolean }) {
  return (
    <div aria-hidden className={pageShape.scene}>
      {isCovered ? (
        <div className="drape size-full" />
      ) : (
        <Backdrop character={character} sizes={pictureSizes.scene} isPriority imageClassName="object-[50%_38%]" />
      )}
      <div className="absolute inset-0 bg-[linear-gradient(to_top,var(--cover-ground)_4%,var(--veil)_42%,transparent_88%)]" />
    </div>
  )
}

/**
 * The grid of a character's page. The scene fills the first row behind the others. On small screens: portrait and name,
 * then actions, then text. On large screens, portrait and actions stay beside the text. On very wide screens, similar
 * characters move to the other side.
 */
export const pageShape = {
  page: 'relative isolate grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 px-4 pt-32 pb-20 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-x-6 sm:px-6 sm:pt-44 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-11 lg:px-[max(2.5rem,calc((100%-80rem)/2))] lg:pt-48 min-[90rem]:grid-cols-[15rem_minmax(0,1fr)_16rem]',
  scene: 'absolute inset-0 -z-10 row-end-2 overflow-clip',
  title:
    'col-start-2 row-start-1 min-w-0 self-end pb-4 sm:pb-5 lg:min-h-36 lg:content-end lg:pb-6 min-[90rem]:col-span-2',
  side: 'contents lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)] lg:col-start-1 lg:row-span-3 lg:row-start-1 lg:block lg:self-start',
  portrait: 'col-start-1 row-start-1 -mb-5 self-end sm:-mb-7 lg:mb-0',
  actions: 'col-span-full row-start-2 mt-10 flex flex-wrap gap-2.5 sm:mt-13 lg:mt-5',
  content: 'col-span-full row-start-3 mt-7 min-w-0 lg:col-span-1 lg:col-start-2 lg:row-start-2 lg:mt-8',
  similar:
    'col-span-full row-start-4 mt-14 min-w-0 lg:col-span-1 lg:col-start-2 lg:row-start-3 min-[90rem]:col-start-3 min-[90rem]:row-span-2 min-[90rem]:row-start-2 min-[90rem]:mt-8',
} as const
