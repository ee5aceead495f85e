import Upload from 'lucide-react/icons/upload'

/** An overlay that covers the page while files are dragged over it. */
export function DropOverlay() {
  return (
    <div className="pointer-events-none fixed inset-0 z-60 grid animate-fade place-items-center bg-overlay p-6">
      <div className="grid justify-items-center gap-2 rounded-card border-2 border-dashed border-accent-text bg-float px-10 py-8 text-center shadow-float">
        <Upload aria-hidden className="size-8 text-accent-text" />
        <p className="display text-2xl">Drop to import</p>
        <p className="text-sm text-soft">Cards, lorebooks and chats. Nothing is published.</p>
      </div>
    </div>
  )
}
