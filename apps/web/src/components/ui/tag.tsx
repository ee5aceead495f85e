import X from 'lucide-react/icons/x'

/** `onRemove` adds a remove button. */
export function Tag({ name, onRemove }: { name: string; onRemove?: () => void }) {
  return (
    <span className="inline-flex min-h-8 max-w-full items-center rounded-full border border-line bg-hover pl-3 text-sm text-soft not-has-[button]:pr-3">
      <span className="truncate">{name}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
          className="relative grid size-8 shrink-0 place-items-center rounded-full text-faint transition-colors after:absolute after:-inset-1.5 hover:text-text"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  )
}
