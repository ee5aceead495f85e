import { useEffect, useState } from 'react'
import { SearchField } from '../../../components/ui/search_field.tsx'

const typingPauseMs = 300

/** Follows the address, and leads there when typing pauses or Enter is pressed. */
export function GallerySearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  if (shown !== q) {
    // The address changed from outside (the top bar, going back): it wins, unless it is what was just typed.
    setShown(q)
    if (text.trim() !== q) setText(q)
  }
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => onSearch(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, q, onSearch])

  return (
    <form
      role="search"
      aria-label="Gallery"
      className="w-full sm:w-80"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <SearchField
        label="Search the gallery"
        placeholder="Search by name or description"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onClear={() => {
          setText('')
          onSearch('')
        }}
      />
    </form>
  )
}
