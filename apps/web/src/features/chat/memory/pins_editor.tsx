import { limits } from '#modules/chat/api'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#web/components/ui/button'
import { NativeSelect, TextArea } from '#web/components/ui/field'
import { IconButton } from '#web/components/ui/icon_button'
import { SaveStatus } from '#web/components/ui/save_status'
import { countCodePoints } from '#web/lib/code_points'
import type { ChatPin } from './pins.ts'
import type { SavedPins } from './use_saved_pins.ts'

interface Pin extends ChatPin {
  id: number
}

interface PinsEditorProps {
  /** The initial facts. */
  facts: readonly ChatPin[]
  saving: SavedPins
}

/** Returns the depths to choose from, including the current depth of a fact. A depth is the number of messages after the fact. */
const depthsWith = (depth: number | null) => [...new Set([0, 2, 4, 8, 16, depth ?? 0])].sort((a, b) => a - b)

const depthLabel = (depth: number) => (depth === 0 ? 'After the newest message' : `Before the last ${depth} messages`)

/** An editor for the pinned facts of a chat. Saves shortly after the last change and on closing. */
export function PinsEditor({ facts, saving: { state, problem, change, saveNow } }: PinsEditorProps) {
  const lastId = useRef(facts.length)
  const [pins, setPins] = useState<Pin[]>(() => facts.map((fact, id) => ({ ...fact, id })))
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const toFocus = useRef<number | null>(null)

  useEffect(() => {
    if (toFocus.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-pin="${toFocus.current}"]`)?.focus()
    toFocus.current = null
  })

  const changePins = (next: Pin[]) => {
    setPins(next)
    change(next.map(({ text, depth }) => ({ text, depth })))
  }
  const addPin = () => {
    const id = (lastId.current += 1)
    toFocus.current = id
    setPins([...pins, { id, text: '', depth: null }])
  }
  const move = (index: number, step: -1 | 1) => {
    const pin = pins[index]
    const other = pins[index + step]
    if (!pin || !other) return
    changePins(pins.with(index, other).with(index + step, pin))
    toFocus.current = pin.id
  }
  const remove = (index: number) => {
    changePins(pins.toSpliced(index, 1))
    const next = pins[index + 1] ?? pins[index - 1]
    if (next) toFocus.current = next.id
    else add.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(index, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <section aria-labelledby="pinned-facts">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id="pinned-facts" className="text-ui font-semibold">
          Pinned facts
        </h3>
        <span className="text-xs text-soft tabular-nums">
          {pins.length} of {limits.pinsMax}
        </span>
      </div>
      <p className="mt-0.5 text-sm text-soft">
        Included in every prompt of this chat, however long it gets. The closer a fact is to the newest messages, the
        more it weighs.
      </p>
      <ol ref={list} className="mt-3 grid gap-2">
        {pins.map((pin, index) => {
          const { id, text, depth } = pin
          const length = countCodePoints(text)
          return (
            <li key={id} className="flex items-start gap-1">
              <div className="min-w-0 flex-1">
                <TextArea
                  data-pin={id}
                  rows={1}
                  value={text}
                  aria-label={`Fact ${index + 1}`}
                  aria-invalid={length > limits.pinMax || undefined}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  className="max-h-40 min-h-touch! resize-none"
                  onChange={(event) => changePins(pins.with(index, { ...pin, text: event.target.value }))}
                  onBlur={saveNow}
                  onKeyDown={(event) => onKeyDown(event, index)}
                />
                <NativeSelect
                  value={depth ?? ''}
                  aria-label={`Place of fact ${index + 1}`}
                  className="mt-1 w-fit! text-sm"
                  onChange={({ target: { value } }) =>
                    changePins(pins.with(index, { ...pin, depth: value === '' ? null : Number(value) }))
                  }
                >
                  <option value="">At the top</option>
                  {depthsWith(depth).map((offered) => (
                    <option key={offered} value={offered}>
                      {depthLabel(offered)}
                    </option>
                  ))}
                </NativeSelect>
                {length > limits.pinMax - 80 && (
                  <p
                    className={`mt-0.5 text-right text-xs tabular-nums ${length > limits.pinMax ? 'font-semibold text-danger-text' : 'text-soft'}`}
                  >
                    {length} / {limits.pinMax}
                  </p>
                )}
              </div>
              <div className="flex pt-1">
                <IconButton
                  size="s"
                  label={`Move fact ${index + 1} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  className="max-sm:hidden"
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  size="s"
                  label={`Move fact ${index + 1} down`}
                  icon={<ArrowDown />}
                  disabled={index === pins.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  size="s"
                  label={`Remove fact ${index + 1}`}
                  icon={<Trash2 />}
                  onClick={() => remove(index)}
                />
              </div>
            </li>
          )
        })}
      </ol>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Button ref={add} size="s" disabled={pins.length >= limits.pinsMax} onClick={addPin}>
          <Plus aria-hidden className="size-4" />
          Add a fact
        </Button>
        <SaveStatus saving={{ isPending: state === 'saving', isSuccess: state === 'saved', problem }}>
          {problem && (
            <Button size="s" look="quiet" className="ml-1 underline underline-offset-4" onClick={saveNow}>
              Try again
            </Button>
          )}
        </SaveStatus>
      </div>
    </section>
  )
}
