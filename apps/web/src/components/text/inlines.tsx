import type { Inline } from '#modules/gallery/api'
import { use, useState, type ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'
import { MessageLink } from './message_link.tsx'
import { MessagePicture } from './message_picture.tsx'
import { SpeechTintContext } from './speech_tint.ts'

/** Where the chunks that fade in begin, and the offset of the next letter. */
export class InkOffset {
  readonly #starts: readonly number[]
  #at = 0

  constructor(starts: string | readonly number[]) {
    if (typeof starts !== 'string') this.#starts = starts
    else this.#starts = starts === '' ? [] : starts.split(' ').map(Number)
  }

  /** Takes the starts in the next `length` letters, for a part that is rendered by itself. */
  take(length: number): string {
    const from = this.#at
    this.#at += length
    if (this.#starts.length === 0) return ''
    return this.#starts
      .filter((start) => start >= from && start < this.#at)
      .map((start) => start - from)
      .join(' ')
  }

  /** Splits the next text at the starts. Each piece after the first start fades in. */
  split(text: string): ReactNode {
    const from = this.#at
    this.#at += text.length
    if (this.#starts.length === 0) return text
    const inside = this.#starts.map((start) => start - from).filter((start) => start > 0 && start < text.length)
    const isAllNew = this.#starts.some((start) => start <= from)
    if (inside.length === 0 && !isAllNew) return text
    const edges = isAllNew ? [0, ...inside] : inside
    return [
      text.slice(0, edges[0]),
      ...edges.map((edge, index) => (
        <span key={from + edge} className="chat-ink">
          {text.slice(edge, edges[index + 1])}
        </span>
      )),
    ]
  }
}

const noInk = new InkOffset('')

interface InlinesProps {
  inlines: readonly Inline[]
  ink?: InkOffset
}

export const Inlines = ({ inlines, ink = noInk }: InlinesProps) => {
  const isTinted = use(SpeechTintContext)
  // Called as functions, not as components: the offsets of the ink are counted while rendering.
  return draw(inlines, ink, isTinted)
}

const draw = (inlines: readonly Inline[], ink: InkOffset, isTinted: boolean): ReactNode =>
  inlines.map((inline, index) => drawOne(inline, index, ink, isTinted))

function drawOne(inline: Inline, key: number, ink: InkOffset, isTinted: boolean): ReactNode {
  const children = 'children' in inline ? draw(inline.children, ink, isTinted) : null
  switch (inline.kind) {
    case 'text': {
      const text = ink.split(inline.text)
      return (
        <span key={key} className={inline.isSpeech && isTinted ? 'text-accent-text' : undefined}>
          {text}
        </span>
      )
    }
    case 'action':
      return (
        <em key={key} className="text-soft">
          {children}
        </em>
      )
    case 'emphasis':
      return <em key={key}>{children}</em>
    case 'strong':
      return <strong key={key}>{children}</strong>
    case 'strike':
      return <del key={key}>{children}</del>
    case 'aside':
      return (
        <span key={key} className="text-[0.92em] text-faint">
          {children}
        </span>
      )
    case 'spoiler':
      return <Spoiler key={key}>{children}</Spoiler>
    case 'code':
      return (
        <code
          key={key}
          className="rounded-[0.3em] bg-hover px-[0.3em] py-[0.1em] font-mono text-[0.88em] wrap-anywhere"
        >
          {inline.text}
        </code>
      )
    case 'link':
      return (
        <MessageLink key={key} address={inline.address}>
          {children}
        </MessageLink>
      )
    case 'picture':
      return <MessagePicture key={key} address={inline.address} alt={inline.alt} />
  }
}

/** A text that is hidden until it is tapped. It is the same element before and after, so that it keeps the focus. */
function Spoiler({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  const show = () => setIsShown(true)
  return (
    <span
      {...(isShown
        ? { tabIndex: -1 }
        : {
            role: 'button',
            tabIndex: 0,
            'aria-label': 'Show spoiler',
            onClick: show,
            onKeyDown: (event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              show()
            },
          })}
      className={classNames(
        'rounded-[0.3em] box-decoration-clone px-[0.2em]',
        isShown ? 'bg-hover outline-none' : 'cursor-pointer bg-line-strong select-none'
      )}
    >
      <span aria-hidden={!isShown || undefined} inert={!isShown} className={classNames(!isShown && 'opacity-0')}>
        {children}
      </span>
    </span>
  )
}
