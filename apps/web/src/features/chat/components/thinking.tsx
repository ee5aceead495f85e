/** The folded reasoning of a model while its reply is being written. */
export function Thinking({ text }: { text: string }) {
  return (
    <details className="text-sm text-soft">
      <summary className="flex min-h-9 cursor-pointer items-center">Thinking…</summary>
      <p
        className="max-h-60 overflow-y-auto border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap"
        tabIndex={0}
      >
        {text}
      </p>
    </details>
  )
}
