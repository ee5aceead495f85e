import Plus from 'lucide-react/icons/plus'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { Input } from '#web/components/ui/field'
import { Tag } from '#web/components/ui/tag'

interface KeyFieldProps {
  label: string
  /** The singular name of a value: 'key'. */
  itemName: string
  hint?: ReactNode
  error?: string | null
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** Splits a text into keys at commas. A pattern is a single key. */
const split = (text: string): string[] =>
  (text.trim().startsWith('/') ? [text] : text.split(',')).map((part) => part.trim()).filter(Boolean)

/** A field for short texts, which appear as chips. Enter adds the typed text, and so does leaving the field, so that no text is lost. */
export function KeyField({ label, itemName, hint, error, values, onChange }: KeyFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const addTyped = () => {
    const added = split(text).filter((one) => !values.includes(one))
    setText('')
    if (added.length === 0) return
    onChange([...values, ...added])
    setAnnouncement(`${added.join(', ')} added.`)
  }
  const removeAt = (index: number) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    onChange(values.toSpliced(index, 1))
    setAnnouncement(`${values[index]} removed.`)
    ;(buttons[index + 1] ?? buttons[index - 1] ?? input.current)?.focus()
  }
  const note = error ?? hint
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid min-w-0 gap-2">
      <p id={`${id}-label`} className="text-sm font-semibold">
        {label}
      </p>
      <ul ref={list} aria-label={`Chosen: ${label}`} className="flex flex-wrap gap-2.5 empty:hidden">
        {values.map((value, index) => (
          // A file can have the same key twice.
          <li key={`${index} ${value}`} className="max-w-full">
            <Tag name={value} onRemove={() => removeAt(index)} />
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Input
          ref={input}
          aria-label={`Add a ${itemName}: ${label}`}
          aria-describedby={note ? `${id}-note` : undefined}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={addTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Enter must not submit the form.
            event.preventDefault()
            addTyped()
          }}
        />
        <Button className="shrink-0" aria-label={`Add ${itemName}`} onClick={() => input.current?.focus()}>
          <Plus aria-hidden className="size-4" />
          Add
        </Button>
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? 'text-sm text-danger-text' : 'text-sm text-faint'}>
          {note}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
