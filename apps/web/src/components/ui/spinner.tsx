import { Turning } from './turning.tsx'

/** A whole screen that is not there yet. Shows after a moment only, so that what is quick does not flicker. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[40dvh] flex-1 place-items-center">
      <Turning className="animate-late size-8 text-accent-text" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
