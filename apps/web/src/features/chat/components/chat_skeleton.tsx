import { Skeleton } from '#web/components/ui/skeleton'
import { panelClasses, panelPictureClasses } from './character_panel.tsx'
import { headerClasses } from './chat_header.tsx'
import { columnClasses } from './message_list.tsx'
import { sidePanelClasses } from './side_panel.tsx'

/** A chat fills the viewport below the top bar, which phones don't show. `useKeyboardInset` sets `--keyboard`. */
export const chatClasses =
  'flex h-[calc(100dvh-var(--top-bar)-1px-var(--keyboard,0px))] min-h-60 phone:h-[calc(100dvh-var(--keyboard,0px))]'

/** The placeholder for a chat that is loading, with the same layout. */
export function ChatSkeleton() {
  return (
    <div role="status" className={chatClasses}>
      <h1 className="sr-only">Loading chat</h1>
      <div className={`${panelClasses} p-5`}>
        <div className="animate-late">
          <Skeleton className={`${panelPictureClasses} rounded-card!`} />
          <Skeleton className="mt-6 h-7 w-3/5" />
          <Skeleton className="mt-4 h-4 w-1/4" />
          <Lines className="mt-6" widths={['w-full', 'w-11/12', 'w-4/5']} />
        </div>
      </div>
      <div className="@container flex min-w-0 flex-1 flex-col">
        <div className={headerClasses}>
          <Skeleton className="ml-1 size-9 rounded-full! xl:hidden" />
          <Skeleton className="ml-1 h-5 w-32 max-sm:hidden xl:hidden" />
          <Skeleton className="ml-auto h-11 w-44 phone:h-9 phone:w-30" />
        </div>
        <div className={`${columnClasses} flex-1 animate-late overflow-clip pt-8`}>
          <ReplySkeleton widths={['w-full', 'w-11/12', 'w-full', 'w-3/5']} />
          <Skeleton className="mt-10 ml-auto h-12 w-3/5 rounded-card!" />
          <ReplySkeleton className="mt-12" widths={['w-full', 'w-full', 'w-4/5']} />
        </div>
        <div className="pb-9">
          <Skeleton className="mx-auto h-13.5 w-[min(100%-1.5rem,37.5rem)] rounded-full!" />
        </div>
      </div>
      <div className={`${sidePanelClasses} hidden p-5 xl:block`}>
        <Skeleton className="h-33 animate-late rounded-panel!" />
      </div>
    </div>
  )
}

function ReplySkeleton({ widths, className }: { widths: readonly string[]; className?: string }) {
  return (
    <div className={`relative ${className ?? ''}`}>
      <Skeleton className="absolute! top-0 -left-14 size-9 rounded-full! max-sm:hidden" />
      <Skeleton className="h-6 w-36" />
      <Lines className="mt-5" widths={widths} />
    </div>
  )
}

function Lines({ widths, className }: { widths: readonly string[]; className?: string }) {
  return (
    <div className={`grid gap-3.5 ${className ?? ''}`}>
      {widths.map((width, index) => (
        <Skeleton key={index} className={`h-3.5 ${width}`} />
      ))}
    </div>
  )
}
