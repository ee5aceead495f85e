/** Marks a chat whose character is gone. */
export function DeletedTag() {
  return (
    <span className="shrink-0 rounded-full border border-line-strong px-2 text-xs leading-5 font-semibold text-soft">
      deleted
    </span>
  )
}
