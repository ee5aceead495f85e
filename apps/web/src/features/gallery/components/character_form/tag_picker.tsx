import { limits, tidyTags } from '#modules/gallery/api'
import { listTags } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useId, useImperativeHandle, useRef, useState, type Ref, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/components/ui/button'
import { chipClasses } from '#web/components/ui/chip'
import { Input } from '#web/components/ui/field'
import { Tag } from '#web/components/ui/tag'
import { callQuery } from '#web/lib/api_client'
import { countCodePoints } from '#web/lib/code_points'

/** The number of suggested tags before the user asks for all. */
const suggestedCount = 15

interface TagPickerProps {
  tags: string[]
  onChange: (tags: string[]) => void
  onBlur: () => void
  error: string | null
  ref: Ref<HTMLInputElement>
  /** Receives a function that adds the typed text. The function returns false and shows the problem when that fails. */
  addTypedRef: RefObject<(() => boolean) | null>
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** A field to pick suggested tags and to add new tags. */
export function TagPicker({ tags, onChange, onBlur, error, ref, addTypedRef }: TagPickerProps) {
  const id = useId()
  // Without the tags of others, the user can still type tags.
  const { data: known = [] } = useQuery(callQuery(listTags))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const chosen = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const suggestions = useRef<HTMLUListElement>(null)

  const has = (tag: string) => tags.some((other) => isSame(other, tag))
  const set = (next: string[], change: string) => {
    setProblem(null)
    setAnnouncement(`${change} ${next.length} of ${limits.tagsMax} tags.`)
    onChange(next)
  }
  /** Adds a tag. Returns false and shows the problem when the tag is invalid. */
  const add = (typed: string): boolean => {
    const [tag] = tidyTags([typed])
    if (tag === undefined) return false
    if (has(tag)) setProblem(`${tag} is already added.`)
    else if (countCodePoints(tag) > limits.tagMax) setProblem(`A tag can have at most ${limits.tagMax} characters.`)
    else if (tags.length >= limits.tagsMax) setProblem(`A character can have at most ${limits.tagsMax} tags.`)
    else {
      set([...tags, tag], `${tag} added.`)
      return true
    }
    return false
  }
  useImperativeHandle(addTypedRef, () => () => {
    const [tag] = tidyTags([text])
    if (tag !== undefined && !has(tag) && !add(tag)) return false
    setText('')
    return true
  })
  const addTyped = () => {
    if (add(text)) setText('')
    input.current?.focus()
  }
  const remove = (tag: string) =>
    set(
      tags.filter((other) => !isSame(other, tag)),
      `${tag} removed.`
    )
  /** Removes a tag, and moves the focus to the next tag, else the previous tag, else the input. */
  const removeAt = (index: number) => {
    const buttons = [...(chosen.current?.querySelectorAll('button') ?? [])]
    const next = buttons[index + 1] ?? buttons[index - 1] ?? input.current
    remove(tags[index]!)
    next?.focus()
  }
  const showAll = () => {
    // The button unmounts, so the first new tag gets the focus.
    flushSync(() => setShowsAll(true))
    suggestions.current?.querySelectorAll('button')[suggestedCount]?.focus()
  }

  const note = problem ?? error ?? `Up to ${limits.tagsMax}. Tags help others find the character.`
  const isInvalid = problem !== null || error !== null
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid min-w-0 gap-3" onBlur={onBlur}>
      <div className="flex items-baseline justify-between gap-3">
        <p id={`${id}-label`} className="text-sm font-semibold">
          Tags <span className="font-normal text-faint">(optional)</span>
        </p>
        {tags.length > 0 && (
          <p className="text-xs text-faint tabular-nums">
            {tags.length} / {limits.tagsMax}
          </p>
        )}
      </div>
      <ul ref={chosen} aria-label="Chosen tags" className="flex flex-wrap gap-2.5 empty:hidden">
        {tags.map((tag, index) => (
          <li key={tag} className="max-w-full">
            <Tag name={tag} onRemove={() => removeAt(index)} />
          </li>
        ))}
      </ul>
      <div className="grid gap-1.5">
        <div className="flex gap-2">
          <Input
            ref={(element) => {
              input.current = element
              if (typeof ref === 'function') ref(element)
            }}
            aria-label="New tag"
            aria-describedby={`${id}-note`}
            aria-invalid={isInvalid ? true : undefined}
            autoComplete="off"
            enterKeyHint="done"
            placeholder="Type a tag"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(null)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              // Enter must not submit the form.
              event.preventDefault()
              addTyped()
            }}
          />
          <Button className="shrink-0" onClick={addTyped}>
            <Plus aria-hidden className="size-4" />
            Add New
          </Button>
        </div>
        <p
          id={`${id}-note`}
          aria-live="polite"
          className={isInvalid ? 'text-sm text-danger-text' : 'text-sm text-faint'}
        >
          {note}
        </p>
      </div>
      {known.length > 0 && (
        <ul ref={suggestions} aria-label="Tags of other characters" className="flex flex-wrap gap-2">
          {(showsAll ? known : known.slice(0, suggestedCount)).map((tag) => (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                aria-pressed={has(tag)}
                className={`${chipClasses(has(tag))} max-w-full`}
                onClick={() => (has(tag) ? remove(tag) : add(tag))}
              >
                <span className="truncate">{tag}</span>
              </button>
            </li>
          ))}
          {!showsAll && known.length > suggestedCount && (
            <li>
              <Button look="quiet" onClick={showAll}>
                Show All
              </Button>
            </li>
          )}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
