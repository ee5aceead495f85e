interface MessageLinkProps {
  label: string
  /** The text of the message. Only its beginning is shown. */
  text?: string | null
  onClick: () => void
}

/** A button that shows a message of the chat, with the beginning of its text. */
export function MessageLink({ label, text, onClick }: MessageLinkProps) {
  return (
    <button
      type="button"
      className="flex min-h-touch max-w-full items-center gap-1.5 rounded-control text-left text-sm"
      onClick={onClick}
    >
      <span className="shrink-0 text-accent-text underline underline-offset-4">{label}</span>{' '}
      {text && (
        <span dir="auto" className="min-w-0 truncate text-soft">
          {text.slice(0, 160)}
        </span>
      )}
    </button>
  )
}
