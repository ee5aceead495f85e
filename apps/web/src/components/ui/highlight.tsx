/** Marks each occurrence of `match` in a text, ignoring case. */
export function Highlight({ text, match }: { text: string; match: string }) {
  const pieces = match === '' ? [text] : text.split(new RegExp(`(${escaped(match)})`, 'iu'))
  return pieces.map((piece, index) =>
    // A split by a group puts what it matched at the odd places.
    index % 2 === 1 ? (
      <mark key={index} className="rounded-xs bg-accent text-on-accent">
        {piece}
      </mark>
    ) : (
      piece
    )
  )
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
