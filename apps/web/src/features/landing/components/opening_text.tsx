import { Skeleton } from '#web/components/ui/skeleton'
import { lazyPart } from '#web/lib/lazy_part'

/** Loaded when the visitor sees it: the first page must stay small. */
const AnimatedText = lazyPart(async () => (await import('./animated_text.tsx')).AnimatedText, <LoadingText />)

/** The first message of a character, which begins to speak when the visitor sees it. */
export function OpeningText({ text, isSeen }: { text: string | null; isSeen: boolean }) {
  if (text === null) return null
  if (!isSeen) return <LoadingText />
  return <AnimatedText text={text} />
}

export function LoadingText() {
  return (
    <div className="grid gap-4 pt-1" role="status">
      <span className="sr-only">Loading</span>
      {['w-11/12', 'w-full', 'w-2/3', 'w-1/3', 'w-full', 'w-5/6'].map((width, index) => (
        <Skeleton key={index} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
