import { pictureSources, type PictureFocus } from '#modules/gallery/api'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { classNames } from '#web/lib/class_names'

export interface FocusPickerProps {
  address: string
  /** Null for the default focus of crops, which is the upper middle. */
  focus: PictureFocus | null
  onChange: (focus: PictureFocus) => void
  /** The name of the picture, such as 'avatar'. */
  label: string
  describedBy: string
  onError: () => void
}

const defaultFocus: PictureFocus = { x: 0.5, y: 0.2 }
const step = 0.02
const largeStep = 0.1

const directions: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A whole picture with a ring on the point that crops keep in view. The ring follows the pointer and the arrow keys. */
export function FocusPicker({ address, focus, onChange, label, describedBy, onError }: FocusPickerProps) {
  const [isLoaded, setIsLoaded] = useState(false)
  const { x, y } = focus ?? defaultFocus
  const move = (toX: number, toY: number) => onChange({ x: toFraction(toX), y: toFraction(toY) })

  const followPointer = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    if (width > 0 && height > 0) move((clientX - left) / width, (clientY - top) / height)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    const distance = event.shiftKey ? largeStep : step
    move(x + direction[0] * distance, y + direction[1] * distance)
  }
  const [across, down] = [toPercent(x), toPercent(y)]
  return (
    <div
      role="slider"
      aria-roledescription="2D slider"
      tabIndex={0}
      aria-label={`Focus of ${label}`}
      aria-describedby={describedBy}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={across}
      aria-valuetext={`${across}% from the left, ${down}% from the top`}
      className={classNames(
        'relative w-fit cursor-crosshair touch-none justify-self-start overflow-clip rounded-panel bg-hover select-none @max-md:col-span-2 @md:row-span-2 @md:self-start',
        !isLoaded && 'min-h-28 min-w-28'
      )}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        followPointer(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture?.(event.pointerId)) followPointer(event)
      }}
      onKeyDown={onKeyDown}
    >
      <img
        {...pictureSources(address, '12rem')}
        alt=""
        referrerPolicy="no-referrer"
        draggable={false}
        className="block max-h-64 max-w-48 @md:max-h-60 @md:max-w-44"
        onLoad={() => setIsLoaded(true)}
        onError={onError}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-2 border-white bg-white/15 shadow-[0_0_0_1.5px_rgb(0_0_0/0.6),inset_0_0_0_1.5px_rgb(0_0_0/0.6)]"
        style={{ left: `${across}%`, top: `${down}%` }}
      />
    </div>
  )
}

/** Limits a number to the range from 0 to 1 and rounds it to thousandths, as the server stores it. */
const toFraction = (number: number) => Math.round(Math.min(1, Math.max(0, number)) * 1_000) / 1_000

const toPercent = (fraction: number) => Math.round(fraction * 100)
