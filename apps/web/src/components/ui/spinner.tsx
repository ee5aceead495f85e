import LoaderCircle from 'lucide-react/icons/loader-circle'

export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[40dvh] flex-1 place-items-center">
      <LoaderCircle aria-hidden className="size-7 animate-spin text-accent-text" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
