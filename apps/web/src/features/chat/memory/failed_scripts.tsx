/** Says which regex scripts of a prompt were skipped. */
export function FailedScripts({ names }: { names: readonly string[] | undefined }) {
  if (!names) return null
  return (
    <p className="mb-4 rounded-panel bg-warning px-3.5 py-2.5 text-sm text-warning-text">
      Scripts of the character that were skipped, because they failed or took too long:{' '}
      {names.map((name) => name || 'a script without a name').join(', ')}
    </p>
  )
}
