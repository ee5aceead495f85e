import { limits } from '#modules/gallery/api'
import { listTags } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { chipClasses } from '#web/components/ui/chip'
import { SearchField } from '#web/components/ui/search_field'
import { callQuery } from '#web/lib/api_client'

interface TagChooserProps {
  hint: string
  chosen: string[]
  max: number
  onChange: (tags: string[]) => void
}

/** The maximum number of shown tags, unless more are chosen. */
const shownMax = 24

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** A field to choose tags of the gallery's characters and to type other tags. Chosen tags come first when it opens. */
export function TagChooser({ hint, chosen, max, onChange }: TagChooserProps) {
  // Without the tags of others, the user can still type tags.
  const { data: known = [] } = useQuery(callQuery(listTags))
  const [text, setText] = useState('')
  // Tags don't move while they are chosen.
  const [first] = useState(chosen)
  const all = [...first, ...known.filter((tag) => !first.some((other) => isSame(tag, other)))]
  const others = chosen.filter((tag) => !all.some((other) => isSame(tag, other)))
  const wanted = text.trim()
  const found = [...others, ...all].filter((tag) => tag.toLowerCase().includes(wanted.toLowerCase()))
  const isNew =
    wanted !== '' &&
    !wanted.includes(',') &&
    [...wanted].length <= limits.tagMax &&
    !found.some((tag) => isSame(tag, wanted))
  const isFull = chosen.length >= max
  const add = (tag: string) => {
    onChange([...chosen, tag])
    setText('')
  }

  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">{isFull ? `${hint} That’s the most: ${max}.` : hint}</p>
      <SearchField
        label="Find a tag"
        placeholder="Find a tag"
        value={text}
        maxLength={limits.tagMax}
        onChange={(event) => setText(event.target.value)}
        onClear={() => setText('')}
      />
      <ul aria-label="Tags" className="-mx-1 flex max-h-52 flex-wrap gap-2 overflow-y-auto overscroll-contain p-1">
        {found.slice(0, Math.max(shownMax, others.length + first.length)).map((tag) => {
          const isChosen = chosen.some((other) => isSame(tag, other))
          return (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                aria-pressed={isChosen}
                disabled={isFull && !isChosen}
                className={`${chipClasses(isChosen)} max-w-full disabled:cursor-not-allowed disabled:opacity-50`}
                onClick={() => (isChosen ? onChange(chosen.filter((other) => !isSame(tag, other))) : add(tag))}
              >
                <span className="truncate">{tag}</span>
              </button>
            </li>
          )
        })}
        {isNew && !isFull && (
          <li className="max-w-full">
            <button type="button" className={`${chipClasses(false)} max-w-full`} onClick={() => add(wanted)}>
              <Plus aria-hidden className="size-4 shrink-0" />
              <span className="truncate">Add “{wanted}”</span>
            </button>
          </li>
        )}
      </ul>
    </div>
  )
}
