import { SearchField } from '#web/components/ui/search_field'
import { useAddressSearch } from '#web/lib/use_address_search'

/** Reads its text from the URL. Searches when typing pauses or on Enter. */
export function GallerySearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { text, setText, searchNow } = useAddressSearch(q, onSearch)
  return (
    <form
      role="search"
      aria-label="Gallery"
      className="w-full sm:w-80 sm:max-[85rem]:flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        searchNow()
      }}
    >
      <SearchField
        label="Search the gallery"
        placeholder="Search by name or description"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onClear={() => setText('')}
      />
    </form>
  )
}
