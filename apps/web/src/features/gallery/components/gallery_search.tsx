import { useCallback, useEffect, useState } from 'react'
import { SearchField } from '../../../components/ui/search_field.tsx'

const typingPauseMs = 300

/** Follows the address, and leads there when typing pauses or Enter is pressed. */
export function GallerySearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  /** Asked for from here and not arrived yet; what is typed meanwhile stays. */
  const [asked, setAsked] = useState<string | null>(null)
  if (shown !== q) {
    // The address changed from outside (the top bar, going back): it wins.
    setShown(q)
    if (asked !== q) setText(q)
    setAsked(null)
  }
  const search = useCallback(
    (wanted: string) => {
      if (wanted === q) return
      setAsked(wanted)
      onSearch(wanted)
    },
    [q, onSearch]
  )
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => search(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, q, search])

  return (
    <form
      role="search"
      aria-label="Gallery"
      className="w-full sm:w-80"
      onSubmit={(event) => {
        event.preventDefault()
        search(text.trim())
      }}
    >
      <SearchField
        label="Search the gallery"
        placeholder="Search by name or description"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onClear={() => {
          setText('')
          search('')
        }}
      />
    </form>
  )
}
